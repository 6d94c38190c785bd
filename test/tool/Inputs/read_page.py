"""Reads an HTML report as a browser without a script does, and prints what is in it.

usage: read_page.py PAGE

Exits with 1 if an element is not closed, an id is there twice, or something outside of the page is named.
"""

import html.parser
import sys

EMPTY = {"meta", "input", "wbr", "link", "br", "img"}
LOADS = {"src", "srcset", "data", "poster", "action", "style", "background"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.problems = [], set(), [], []
        self.text, self.rows, self.articles = "", [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in EMPTY:
            self.open.append(tag)
        for name, value in attributes.items():
            if name in LOADS or name.startswith("on"):
                self.problems.append("%s has %s=%s" % (tag, name, value))
        if "id" in attributes and attributes["id"] in self.ids:
            self.problems.append("two are " + attributes["id"])
        self.ids.add(attributes.get("id"))
        if "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "article":
            self.articles.append([attributes, ""])
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append("</%s> closes nothing" % tag)

    def handle_data(self, data):
        if "article" in self.open:
            self.articles[-1][1] += data
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data


def main():
    page = Page()
    page.feed(open(sys.argv[1], encoding="utf-8", newline="").read())
    page.close()
    page.problems += [tag + " is open at the end" for tag in page.open]
    page.problems += ["nothing is at " + link for link in page.links if link[0] != "#" or link[1:] not in page.ids]
    for row in page.rows:
        print("row:", " | ".join(row))
    for attributes, text in page.articles:
        print("finding:", attributes["data-file"], attributes["data-check"], attributes["data-verdict"],
              attributes["data-reason"] or "-", "/", " ".join(text.split()))
    print("\n".join(page.problems) or "well made")
    sys.exit(bool(page.problems))


main()
