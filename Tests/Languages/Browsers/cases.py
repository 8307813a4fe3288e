"""What the tests in browsers share: one browser, one simulated Adobe Pass and one site per class."""
import unittest

import browsers
import world

LIBRARY = "/Tests/Languages/Browsers/library.html"


class BrowserCase:
    """Tests that run in each browser; a subclass per browser names it."""

    browser_class = None

    @classmethod
    def setUpClass(cls):
        reason = cls.browser_class.missing() or world.missing()
        if reason:
            raise unittest.SkipTest(reason)
        cls.adobe = world.Adobe()
        cls.addClassCleanup(lambda: cls.adobe.kill())
        cls.site = world.Site(cls.adobe)
        cls.addClassCleanup(cls.site.close)
        cls.browser = cls.browser_class()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.name = self.id().rsplit(".", 1)[1]
        self.site.faults.clear()
        self.tabs = []

    def tearDown(self):
        for tab in self.tabs:
            try:
                tab.close()
            except Exception:
                # It was crashed on purpose.
                pass

    def page(self, query=""):
        """A tab with the package in it."""
        tab = self.browser.tab(self.site.origin + LIBRARY + query)
        self.tabs.append(tab)
        tab.wait("window.isReady")
        return tab


def in_each_browser(module, base):
    """Makes a test case of `base` for each browser."""
    for browser in (browsers.Chromium, browsers.Firefox):
        name = f"{base.__name__}In{browser.title}"
        module[name] = type(name, (base, unittest.TestCase), {"browser_class": browser, "__module__": module["__name__"]})
