"""A headless Chromium, asked over a pipe: what a page does with keys, on a phone, in the dark."""

import base64
import json
import os
import shutil
import subprocess
import tempfile


class Browser:
    def __init__(self, program="chromium"):
        self.profile = tempfile.mkdtemp()
        to_it, ours = os.pipe()
        theirs, from_it = os.pipe()[::-1]
        self.out, self.inp = os.fdopen(ours, "wb", 0), os.fdopen(from_it, "rb", 0)
        for fd in (to_it, theirs):
            os.set_inheritable(fd, True)

        def pipes():  # what it reads is its descriptor 3, what it writes 4
            os.dup2(to_it, 13), os.dup2(theirs, 14), os.dup2(13, 3), os.dup2(14, 4)

        self.child = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + self.profile, "--remote-debugging-pipe", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_it), os.close(theirs)
        self.number, self.rest, self.session, self.said = 0, b"", None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.rest:
            more = self.inp.read(1 << 16)
            if not more:
                raise EOFError("the browser has ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise ValueError("%s: %s" % (method, answer["error"]))
                return answer["result"]
            self.said.append(answer)

    def open(self, path, width=1280, height=900, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.said = []
        self.call("Page.navigate", url=path if ":" in path else "file://" + os.path.abspath(path))
        while not any(s.get("method") == "Page.loadEventFired" for s in self.said):
            self.said.append(self.receive())

    def run(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise ValueError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, *keys):
        for key in keys:
            text = {"text": key} if len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def errors(self):
        """What the page was told off for, and what it asked of the network."""
        out = []
        for message in self.said:
            params = message.get("params", {})
            if message.get("method") == "Log.entryAdded":
                out.append(params["entry"]["text"])
            elif message.get("method") == "Runtime.exceptionThrown":
                out.append(params["exceptionDetails"]["text"])
            elif message.get("method") == "Network.requestWillBeSent":
                if not params["request"]["url"].startswith("file:"):
                    out.append("asks for " + params["request"]["url"])
        return out

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.child.kill()
        self.child.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
