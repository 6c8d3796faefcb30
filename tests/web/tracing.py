"""What Chromium itself says it did while a page moved things."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

_CATEGORIES = ",".join(
    (
        "toplevel",
        "devtools.timeline",
        "disabled-by-default-devtools.timeline.stack",
        "disabled-by-default-devtools.timeline.invalidationTracking",
    )
)
_SCRIPT = ("FunctionCall", "EvaluateScript", "TimerFire", "WebSocketReceive", "RunMicrotasks")

Event = dict[str, Any]


class Trace:
    """The events of the page's main thread between start and end."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def named(self, *names: str) -> list[Event]:
        """The events with one of these names."""
        return [event for event in self.events if event["name"] in names]

    def layouts(self) -> list[Event]:
        """Every computation of the layout."""
        return self.named("Layout")

    def forced(self) -> list[str]:
        """The scripts of the page that have made the browser compute a layout in between."""
        stacks = [
            one.get("args", {}).get("beginData", {}).get("stackTrace") for one in self.layouts()
        ]
        return [f"{stack[0]['functionName']} {stack[0]['url']}" for stack in stacks if stack]

    def by_motion_alone(self) -> list[Event]:
        """Layouts in frames for which no script has changed anything: motion made them."""
        found, has_script = [], False
        for event in sorted(self.events, key=lambda one: one.get("ts", 0)):
            if event["name"] in _SCRIPT:
                has_script = True
            elif event["name"] == "Layout" and not has_script:
                found.append(event)
            elif event["name"] == "Layerize":  # the frame is done
                has_script = False
        return found

    def longest_task_ms(self) -> float:
        """The longest task of the thread that runs the page."""
        tasks = self.named("ThreadControllerImpl::RunTask")
        return max((event.get("dur", 0) / 1000 for event in tasks), default=0.0)


@contextmanager
def tracing(page: Page) -> Iterator[Trace]:
    """Record what happens inside the ``with``; its events are there afterwards."""
    trace = Trace()
    session = page.context.new_cdp_session(page)
    everything: list[Event] = []
    is_done: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: everything.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: is_done.append(True))
    session.send("Tracing.start", {"categories": _CATEGORIES, "transferMode": "ReportEvents"})
    yield trace
    session.send("Tracing.end")
    deadline = time.monotonic() + 60
    while not is_done:
        assert time.monotonic() < deadline, "Chromium does not deliver its trace"
        page.wait_for_timeout(20)
    session.detach()
    main = {
        (event["pid"], event["tid"])
        for event in everything
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    trace.events = [one for one in everything if (one.get("pid"), one.get("tid")) in main]
