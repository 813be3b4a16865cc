"""A Chromium without a window, controlled through a pipe by the protocol of its developer tools."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # The rest of a page is put together without WebGL, which takes half the time.
    "--disable-gpu-compositing",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    # Its address bar would load two pages of suggestions into each window.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
    # Whatever it would look for on the network, it finds nothing.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)

TIMEOUT = 120.0
"""Longest time that an answer of the browser may take (s). WebGL without a graphics card on a busy machine is slow."""

COARSE = """
let kept;
Object.defineProperty(window, "riotsim", {
  get: () => kept,
  set(page) {
    kept = page;
    page.stage.scene.traverse((one) => { if (one.castShadow) one.shadow?.mapSize.set(512, 512); });
  },
});
const made = WebGL2RenderingContext.prototype, { shaderSource } = made;
made.shaderSource = function (shader, text) {
  text = text.replace(/(define (GGX_)?SAMPLES) [0-9]+/, "$1 4");
  shaderSource.call(this, shader, text.replace("uniform int sourceSize", "const int sourceSize = 4"));
};
"""
"""Script that makes the shadows and reflections of a replay coarse before its first picture. Without a graphics card,
fine shadows and reflections take long: three.js blurs reflections with 256 samples around each of thousands of points.
The tests need only 4.
"""


def find() -> str | None:
    """Return the path of a Chromium or Chrome on this machine, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """A browser, in which pages can be opened."""

    def __init__(self, browser: str, folder: Path) -> None:
        self._out, theirs_in = os.pipe()  # from the browser
        theirs_out, self._in = os.pipe()  # to the browser
        self._number = 0
        self._rest = b""
        self._pages: dict[str, Page] = {}

        def hands() -> None:
            # The browser reads from 3 and writes to 4. Both ends are moved out of the way first.
            reads = fcntl.fcntl(theirs_out, fcntl.F_DUPFD_CLOEXEC, 50)
            writes = fcntl.fcntl(theirs_in, fcntl.F_DUPFD_CLOEXEC, 50)
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        # So that nothing of this process's own is at 3 and 4 when they are taken.
        kept = [os.open(os.devnull, os.O_RDONLY)]
        while kept[-1] < 5:
            kept.append(os.open(os.devnull, os.O_RDONLY))
        command = [browser, *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        self._process = subprocess.Popen(
            command, preexec_fn=hands, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for end in (theirs_in, theirs_out, *kept):
            os.close(end)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)

    @contextmanager
    def page(self, width: int = 1280, height: int = 720, scale: float = 1.0) -> Iterator["Page"]:
        """Open a page in a window of its own, without a network.

        Args:
            width: Width of the window (pixels of its style sheets).
            height: Height of the window.
            scale: Number of pixels that are drawn for one of the style sheets.
        """
        target = self.call(None, "Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        session = self.call(None, "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        made = self._pages[session] = Page(self, session, scale)
        made.prepare(width, height)
        try:
            yield made
        finally:
            self.call(None, "Target.closeTarget", targetId=target)
            del self._pages[session]

    def call(self, session: str | None, method: str, **params: object) -> dict[str, Any]:
        """Call a method of the browser's protocol for a page or the whole browser, and return its result.

        Raises:
            RuntimeError: The browser reports an error.
        """
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._in, data) :]
        until = time.monotonic() + TIMEOUT
        while True:
            answer = self._next(until)
            if answer.get("id") != self._number:
                if page := self._pages.get(answer.get("sessionId", "")):
                    page.note(answer)
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            found: dict[str, Any] = answer["result"]
            return found

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._out], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser doesn't answer")
            more = os.read(self._out, 1 << 20)
            if not more:
                raise RuntimeError("the browser has gone")
            self._rest += more
        message, self._rest = self._rest.split(b"\0", 1)
        found: dict[str, Any] = json.loads(message)
        return found


class Page:
    """A page in a window."""

    def __init__(self, browser: Browser, session: str, scale: float) -> None:
        self._browser = browser
        self._session = session
        self._scale = scale
        self.said: list[str] = []
        """Errors and warnings on the console, and exceptions."""
        self.asked: list[str] = []
        """Addresses that the page tried to load."""

    def prepare(self, width: int, height: int) -> None:
        """Listen to the page's messages, set the page's size, and turn its network off."""
        for part in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{part}.enable")
        self.size(width, height)
        self.call("Page.addScriptToEvaluateOnNewDocument", source=COARSE)
        self.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)

    def size(self, width: int, height: int) -> None:
        """Set the size of the window (pixels of its style sheets)."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=self._scale, mobile=False,
        )  # fmt: skip

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """Call a method of the browser's protocol for this page, and return its result.

        Raises:
            RuntimeError: The browser reports an error.
        """
        return self._browser.call(self._session, method, **params)

    def run(self, script: str) -> Any:
        """Run a script in the page, wait for its promise if it returns one, and return its value.

        Raises:
            RuntimeError: The script raised an exception.
        """
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise RuntimeError(json.dumps(done["exceptionDetails"])[:2000])
        return done["result"].get("value")

    def wait(self, script: str, seconds: float = 240.0) -> None:
        """Wait until a script returns something true in the page.

        Raises:
            TimeoutError: The script returns nothing true within so many seconds.
        """
        until = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > until:
                raise TimeoutError(f"{script} never came true; the console: {self.said}")
            time.sleep(0.1)

    def key(self, key: str) -> None:
        """Press a key and release it."""
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a point in the window."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, x: float, y: float) -> None:
        """Click at a point in the window."""
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, form: str = "png") -> bytes:
        """Take a picture of the window."""
        quality = {"quality": 88} if form == "jpeg" else {}
        return base64.b64decode(self.call("Page.captureScreenshot", format=form, **quality)["data"])

    def note(self, message: dict[str, Any]) -> None:
        """Record an error, a warning or a loaded address that the browser reports about the page."""
        params = message.get("params", {})
        match message.get("method"):
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning", "assert"):
                self.said.append(" ".join(str(one.get("value", one.get("description"))) for one in params["args"]))
            case "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                self.said.append(details.get("exception", {}).get("description") or details["text"])
            case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                # That pictures are read back is what puts a page together without WebGL.
                if "GPU stall due to ReadPixels" not in params["entry"]["text"]:
                    self.said.append(params["entry"]["text"])
            case "Network.requestWillBeSent":
                self.asked.append(params["request"]["url"][:200])
