"""Opens the report of hostile_sources.py."""

import sys

from browser import Browser


def main():
    browser = Browser()
    run = browser.run
    try:
        browser.open(sys.argv[1])
        run("document.querySelectorAll('*').forEach(e => e.dispatchEvent(new Event('error')))")
        print("ran:", run("typeof ran !== 'undefined'"))
        print("errors:", browser.errors())
        print("articles: %d of %d, scripts: %d, images: %d" % (
            run("document.querySelectorAll('#findings > article').length"),
            run("document.querySelectorAll('article').length"),
            run("document.scripts.length"), run("document.images.length")))
        names = run("[...document.querySelectorAll('article')].map(a => a.dataset.file)")
        print("name:", next(n for n in names if "img" in n))
        codes = run("[...document.querySelectorAll('.old')].map(c => c.textContent)")
        print("code:", next(c for c in codes if "script" in c).splitlines()[0])
        print("turned:", next(c for c in codes if "before" in c).splitlines()[0])
        run("[...document.querySelectorAll('a[data-filter=file]')]"
            ".find(a => a.dataset.value.includes('img')).click()")
        print("filtered:", run("[...document.querySelectorAll('article')].filter(a => !a.hidden).length"))
    finally:
        browser.close()


main()
