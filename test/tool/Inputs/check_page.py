"""Opens an HTML report in a headless Chromium, and uses it.

usage: check_page.py PAGE
"""

import sys

from browser import Browser

SHOWN = "[...document.querySelectorAll('article')].filter(a => !a.hidden)"
NAMES = SHOWN + ".map(a => a.querySelector('.anchor').textContent)"
NOW = "(document.querySelector('article.now .anchor') || {}).textContent"


# Of text against what is behind it, in the nearest element that has a ground of its own.
CONTRAST = """
(() => {
  const lit = (c) => { const v = c / 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => .2126 * lit(r) + .7152 * lit(g) + .0722 * lit(b);
  const parts = (c) => c.match(/[\\d.]+/g).map(Number);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = parts(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  let worst = [99, ""];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || e.closest("script, dialog, option, [hidden]")) continue;
    const [a, b] = [light(parts(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < worst[0]) worst = [ratio, e.outerHTML.slice(0, 80)];
  }
  return worst;
})()
"""


def main():
    browser, page = Browser(), sys.argv[1]
    run, press = browser.run, browser.press
    try:
        browser.open(page)
        print("all:", run(NAMES))
        print("count:", run("document.querySelector('output').textContent"))
        press("j")
        print("j:", run(NOW), run("document.activeElement.id"), run("location.hash"))
        press("j", "j", "k")
        print("jjk:", run(NOW))
        press("o")
        print("o:", run("[...document.querySelectorAll('article.now details')].map(d => d.open)"))
        press("?")
        print("?:", run("document.getElementById('help').open"))
        press("?", "/")
        print("/:", run("document.activeElement.id"))
        browser.call("Input.insertText", text="DIVERGENT rows")
        print("search:", run(NAMES), run("document.querySelector('output').textContent"))
        press("Escape", "r")
        run("document.querySelector('a[data-filter=check][data-value=legacy-vote]').click()")
        print("check:", run(NAMES))
        press("r")
        run("document.querySelector('select[data-filter=verdict]').value = 'safe'; "
            "document.querySelector('select[data-filter=verdict]')"
            ".dispatchEvent(new Event('input', {bubbles: true}))")
        print("safe:", len(run(NAMES)))
        press("r")
        print("reset:", len(run(NAMES)))
        print("errors:", browser.errors())
        for width in (1280, 800, 390, 320):
            for dark in (False, True):
                browser.open(page, width, dark=dark)
                run("document.querySelectorAll('details').forEach(d => d.open = true)")
                wide = run("document.documentElement.scrollWidth") > width
                ratio, where = run(CONTRAST)
                print(width, "dark" if dark else "light", "too wide" if wide else "fits",
                      "readable" if ratio >= 4.5 else "%.2f at %s" % (ratio, where))
    finally:
        browser.close()


main()
