import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../../testing/axe.ts";
import type { ActiveCall } from "../../phone/calls/active-call.ts";
import { type RenderCallsOptions, renderCalls } from "../../testing/render-calls.tsx";
import { aRing, aTalk, ScriptedPhone } from "../../testing/scripted-phone.ts";
import { CallsMenu } from "../calls-menu.tsx";
import { CallOverlay } from "./call-overlay.tsx";
import { PhoneBanner } from "./phone-banner.tsx";

const shortcuts = (() => {
  const keys = [
    { value: "hold", shortcut: "Ctrl+H", scope: "inApp" },
    { value: "transfer", shortcut: "Ctrl+T", scope: "inApp" },
    { value: "dialPad", shortcut: "Ctrl+D", scope: "inApp" },
    { value: "hangup", shortcut: "Ctrl+E", scope: "inApp" },
    { value: "answer", shortcut: "Ctrl+Shift+A", scope: "global" },
    { value: "end", shortcut: "Ctrl+Shift+E", scope: "global" },
    { value: "highlightToCall", shortcut: "Ctrl+Shift+C", scope: "global" },
  ] as const;
  return { windows: [...keys], macOS: [...keys] };
})();

async function sit(
  calls: readonly ActiveCall[],
  options: RenderCallsOptions & { readonly path?: string } = {},
) {
  const onGo = vi.fn<(path: string) => void>();
  const { path = "/messages", settings = {}, ...rest } = options;
  const rendered = await renderCalls(
    <>
      <CallOverlay path={path} onGo={onGo} />
      <main>
        <input aria-label="A field" />
        <a href="tel:+1-212-555-0188">Call the clinic</a>
        <p>212 555 0190</p>
      </main>
    </>,
    { ...rest, settings: { shortcuts, ...settings }, scripted: new ScriptedPhone({ calls }) },
  );
  return { ...rendered, onGo };
}

const bar = () => page.getByRole("region", { name: "Current call" });

describe("the bar of a call", () => {
  test("mutes, holds, hangs up and opens it", async () => {
    const { phone, onGo } = await sit([aTalk()]);
    for (const name of ["Mute", "Hold", "Hang up"]) await bar().getByRole("button", { name }).click();
    await bar()
      .getByRole("button", { name: /^Open the call with June Park/ })
      .click();
    expect(phone.asked).toEqual([
      ["setMuted", "call-1", true],
      ["setHold", "call-1", true],
      ["hangUp", "call-1"],
    ]);
    expect(onGo).toHaveBeenCalledWith("/calls/active/call-1");
  });

  test("[CALL2] is not on the call's own page, nor before it is answered here", async () => {
    const { phone } = await sit([aTalk()], { path: "/calls/active/call-1?incoming=1" });
    expect(bar().elements()).toEqual([]);
    phone.show(aRing({ id: "other" }));
    expect(bar().elements()).toEqual([]);
    phone.show(aTalk(), aTalk({ id: "other" }));
    expect(bar().elements()).toEqual([]);
    phone.show(aTalk({ id: "other", isInConference: 1 }), aTalk({ isInConference: 1 }));
    expect(bar().elements()).toEqual([]);
    phone.show(aTalk({ hold: true }), aTalk({ id: "other", caller: "Ana Reyes" }));
    await expect.element(bar()).toHaveTextContent("Ana Reyes");
  });
});

describe("shortcuts", () => {
  test("hold, transfer, dial pad and hang up act on the call", async () => {
    const { phone, onGo } = await sit([aTalk()]);
    await userEvent.keyboard("{Control>}h{/Control}");
    await userEvent.keyboard("{Control>}e{/Control}");
    await userEvent.keyboard("{Control>}d{/Control}");
    expect(phone.asked).toEqual([
      ["setHold", "call-1", true],
      ["hangUp", "call-1"],
    ]);
    expect(onGo).toHaveBeenCalledWith("/calls/new");
    await userEvent.keyboard("{Control>}t{/Control}");
    await expect.element(page.getByRole("dialog", { name: "Transfer June Park" })).toBeVisible();
  });

  test("[CALL7] rest while someone types, but for answering and ending", async () => {
    const { phone, onGo } = await sit([aRing()]);
    await page.getByRole("textbox", { name: "A field" }).click();
    await userEvent.keyboard("{Control>}d{/Control}");
    expect(onGo).not.toHaveBeenCalled();
    await userEvent.keyboard("{Control>}{Shift>}A{/Shift}{/Control}");
    await expect.poll(() => onGo.mock.lastCall).toEqual(["/calls/active/call-1?incoming=1"]);
    await userEvent.keyboard("{Control>}{Shift>}E{/Shift}{/Control}");
    expect(phone.asked).toEqual([
      ["answer", "call-1"],
      ["decline", "call-1"],
    ]);
  });

  test("the highlighted number is called", async () => {
    const { phone } = await sit([]);
    window.getSelection()?.selectAllChildren(page.getByText("212 555 0190").element());
    await userEvent.keyboard("{Control>}{Shift>}C{/Shift}{/Control}");
    expect(phone.asked).toEqual([["dial", { number: "212 555 0190" }]]);
  });
});

describe("links to phones", () => {
  test("[DIAL7] dial at once and show the call", async () => {
    const { phone, onGo } = await sit([]);
    await page.getByRole("link").click();
    expect(phone.asked).toEqual([["dial", { number: "+1-212-555-0188" }]]);
    await expect.poll(() => onGo.mock.lastCall).toEqual(["/calls/active/call-1"]);
  });

  test("[DIAL7] are put on the dial pad where the user reviews first", async () => {
    const { phone, onGo } = await sit([], { settings: { reviewBeforeDialing: true } });
    await page.getByRole("link").click();
    expect(phone.asked).toEqual([]);
    expect(onGo).toHaveBeenCalledWith("/calls/new?number=%2B1-212-555-0188");
  });
});

test("a missing device offers the other one", async () => {
  const { phone } = await sit([]);
  const problem = {
    kind: "none",
    title: "No speaker or microphone found",
    text: "We cannot find any mic or speaker on your system please connect a microphone and try again or you can dial from your desk phone.",
  } as const;
  phone.state.setState({ deviceAlert: { problem, number: "102" } });
  await expect
    .element(page.getByRole("dialog", { name: "No devices found" }))
    .toHaveTextContent(problem.text);
  await page.getByRole("button", { name: "Dial from other device" }).click();
  expect(phone.asked).toEqual([["closeDeviceAlert"], ["dialFromOtherDevice", "102", undefined]]);
});

test("[CALL8] leaving the page while a call goes on here is asked about", async () => {
  const asks = (): boolean => {
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  const { phone } = await sit([aRing()]);
  expect(asks()).toBe(false);
  phone.show(aTalk({ place: "elsewhere" }));
  await expect.element(bar()).toBeVisible();
  expect(asks()).toBe(false);
  phone.show(aTalk());
  await expect.poll(asks).toBe(true);
});

test("[CALL9] the banner says why the phone will not ring and when it tries again", async () => {
  const { phone, clock } = await renderCalls(<PhoneBanner />);
  expect(
    page
      .getByRole("status")
      .elements()
      .filter((each) => each.textContent),
  ).toEqual([]);
  const reason = "The phone system refuses this browser.";
  phone.state.setState({ registration: { status: "failed", reason, retryAt: clock.now() + 12_000 } });
  const banner = page.getByText(/^Your phone will not ring/);
  await expect.element(banner).toHaveTextContent(`Your phone will not ring. ${reason} Next try in 12 s.`);
  clock.advance(5000);
  await expect.element(banner).toHaveTextContent("Next try in 7 s.");
  clock.advance(7000);
  await expect.element(banner).toHaveTextContent("Trying again.");
  await page.getByRole("button", { name: "Retry now" }).click();
  expect(phone.asked).toEqual([["retryNow"]]);
});

test("the menu has its three groups, answers, declines, opens and hangs up", async () => {
  const onOpen = vi.fn();
  const { phone } = await renderCalls(<CallsMenu onOpen={onOpen} />);
  await expect.element(page.getByText("No calls right now.")).toBeVisible();
  phone.show(
    aRing({ id: "ring" }),
    aTalk({ id: "a", number: "102", caller: "", isInConference: 1 }),
    aTalk({ id: "b", number: "103", caller: "", isInConference: 1 }),
    aTalk({ id: "c", number: "104", caller: "", hold: true }),
  );
  const group = (name: string) => page.getByRole("region", { name });
  await expect.element(group("Incoming")).toHaveTextContent("June Park");
  await expect.element(group("Conferences")).toHaveTextContent("Dev Patel, Ines Duarte");
  await expect.element(group("Active calls")).toHaveTextContent("On Hold");
  await page.getByRole("button", { name: "Decline June Park" }).click();
  await page.getByRole("button", { name: "Answer June Park" }).click();
  await expect.poll(() => onOpen.mock.lastCall).toEqual(["ring", true]);
  await group("Active calls")
    .getByRole("button", { name: /^Tom Reyes/ })
    .click();
  expect(onOpen).toHaveBeenLastCalledWith("c", false);
  await page.getByRole("button", { name: "Hang up the conference" }).click();
  expect(phone.asked).toEqual([
    ["decline", "ring"],
    ["answer", "ring"],
    ["hangUp", "a"],
    ["hangUp", "b"],
  ]);
});

test.each(["light", "dark"] as const)("passes axe, %s", async (scheme) => {
  const { phone } = await sit([aTalk()], { scheme });
  await expectAccessible(document.body);
  phone.change("call-1", { hold: true, muted: true });
  await expectAccessible(document.body);
});
