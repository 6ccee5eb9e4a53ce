"""Promises about the page, tried in a real browser."""

from __future__ import annotations

import random
import shutil
import time

from bench.harness.dead_wire import DeadWire
from bench.harness.games import play_one
from bench.harness.promise import Figure, Trial, promise

NOTICED, BACK = 10.0, 2.0
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LONG = 120_000  # milliseconds after which the page is taken to be stuck


@promise("P5", "a page notices a dead connection in 10 s, and is back 2 s after the network")
async def silent_wire(trial: Trial) -> list[Figure]:
    """Cut a page off without closing anything, play on without it, and let it come back; several times."""
    chromium = shutil.which("chromium")
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        return [Figure("no chromium or no playwright here", None)]
    trial.start()
    white, black = await trial.game()
    rng = random.Random(trial.seed)
    wire = DeadWire(trial.url(0))
    noticed, back = [], []
    try:
        async with async_playwright() as playwright, trial.following(white, black):
            browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = await browser.new_page()
            page.set_default_timeout(LONG)
            held = {white.game: {"seats": {"w": white.seats}, "at": 1}}
            await page.goto(f"{wire.url}/about")
            await page.evaluate("held => { localStorage['ruche.seats'] = JSON.stringify(held) }", held)
            await page.goto(f"{wire.url}/game/{white.game}")
            await page.locator(".play-area").wait_for()
            for number in range(trial.scaled(3, 20)):
                wire.cut()
                cut = time.monotonic()
                await page.locator(".offline").wait_for()
                noticed.append(time.monotonic() - cut)
                await play_one((white, black), rng)
                wire.mend()
                mended = time.monotonic()
                await page.wait_for_function(
                    "count => document.querySelectorAll('[data-ply]').length >= count", arg=number + 1
                )
                back.append(time.monotonic() - mended)
            await browser.close()
    finally:
        wire.close()
    return [
        Figure(f"noticed after {max(noticed):.1f} s at most", max(noticed) < NOTICED),
        Figure(f"back after {max(back):.2f} s at most, with what was played meanwhile", max(back) < BACK),
    ]
