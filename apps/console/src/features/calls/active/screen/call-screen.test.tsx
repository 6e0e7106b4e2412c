import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../../../testing/axe.ts";
import { type ActiveCall, endedCall } from "../../phone/calls/active-call.ts";
import { useCall } from "../../phone/phone-context.ts";
import { type RenderCallsOptions, renderCalls } from "../../testing/render-calls.tsx";
import { aPlacedCall, aTalk, ScriptedPhone } from "../../testing/scripted-phone.ts";
import { CallDialogHost } from "../dialogs/call-dialog-host.tsx";
import { CallScreen } from "./call-screen.tsx";

const onCall = vi.fn();

function Screen() {
  const call = useCall("call-1");
  return (
    <>
      <main>{call && <CallScreen call={call} onLeave={() => {}} />}</main>
      <CallDialogHost onCall={onCall} />
    </>
  );
}

async function show(calls: readonly ActiveCall[], options: RenderCallsOptions = {}) {
  const scripted = new ScriptedPhone({ calls });
  return renderCalls(<Screen />, { ...options, scripted });
}

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const conference = [
  aTalk({ isInConference: 1 }),
  aTalk({ id: "b", number: "103", caller: "", isInConference: 1 }),
  aTalk({ id: "c", number: "102", caller: "", isInConference: 1 }),
];

test("the clock counts the talk, not the ring", async () => {
  const startedAt = new Date("2030-01-07T09:00:00Z").getTime();
  const { clock } = await show([aTalk({ answeredAt: startedAt })], {
    prepare: (_service, { clock: fake }) => fake.advance(startedAt - fake.now()),
  });
  await expect.element(page.getByText("0:00", { exact: true })).toBeVisible();
  clock.advance(61_000);
  await expect.element(page.getByText("1:01", { exact: true })).toBeVisible();
});

test("mute, hold, record, park and camera, there and back", async () => {
  const { phone } = await show([aTalk({ canDoVideo: true })]);
  for (const name of ["Mute", "Hold", "Record", "Park", "Camera"]) await button(name).click();
  phone.change("call-1", { muted: true, hold: true, recording: true, isCameraOn: true });
  await expect.element(page.getByText("On Hold")).toBeVisible();
  await expect.element(page.getByText("Recording", { exact: true })).toBeVisible();
  for (const name of ["Unmute", "Resume", "Stop recording", "Camera off"]) await button(name).click();
  expect(phone.asked).toEqual([
    ["setMuted", "call-1", true],
    ["setHold", "call-1", true],
    ["startRecording", "call-1"],
    ["park", "call-1"],
    ["setCamera", "call-1", true],
    ["setMuted", "call-1", false],
    ["setHold", "call-1", false],
    ["stopRecording", "call-1"],
    ["setCamera", "call-1", false],
  ]);
  await expect.element(page.getByText("Parked on 701. Dial 701 from any phone to pick it up.")).toBeVisible();
});

test("[REC11] [REC12] where the queue decides on recording, the screen says so and the button is none", async () => {
  const { phone } = await show([aTalk({ recording: true, recordingRule: "always" })]);
  await expect.element(page.getByText("This queue records every call.")).toBeVisible();
  await expect.element(button("Auto-record")).toBeDisabled();
  await expect.element(button("Auto-record")).toHaveAttribute("aria-pressed", "true");
  phone.change("call-1", { recording: false, recordingRule: "never" });
  await expect.element(page.getByText("Recording is turned off for this queue.")).toBeVisible();
  await expect.element(button("No recording")).toBeDisabled();
});

test("keys are sent one by one and shown", async () => {
  const { phone } = await show([aTalk({ keypad: "12" })]);
  await button("Keypad").click();
  await expect.element(page.getByLabelText("Keys sent")).toHaveTextContent("12");
  await button("3 DEF").click();
  expect(phone.asked).toEqual([["sendDigits", "call-1", "3"]]);
});

test("the microphone of a running call is chosen with the mouse", async () => {
  const device = (deviceId: string, label: string) =>
    ({ kind: "audioinput", label, deviceId, groupId: "", toJSON: () => "" }) as const;
  const media = {
    enumerateDevices: async () => [device("desk", "Desk microphone"), device("head", "Headset")],
    getUserMedia: async () => new AudioContext().createMediaStreamDestination().stream,
    addEventListener: () => {},
    removeEventListener: () => {},
  };
  // The button of a mouse stays down for a while. A menu that closes when it goes down loses the click.
  const press = { delay: 120 };
  const { services } = await show([aTalk()], { media });
  await button("Devices").click(press);
  await page.getByRole("combobox", { name: "Microphone" }).click(press);
  await page.getByRole("option", { name: "Headset" }).click(press);
  await expect
    .poll(() => services.settings.settings.audioInput)
    .toEqual({ label: "Headset", browserId: "head" });
  await expect.element(page.getByRole("combobox", { name: "Microphone" })).toBeVisible();
});

test("until it is answered only hanging up and devices are offered", async () => {
  const { phone } = await show([aPlacedCall({ callsc: 180, extensions: ",12" })]);
  await expect.element(page.getByText("Ringing…")).toBeVisible();
  await expect.element(page.getByText("Will dial 12 after pickup")).toBeVisible();
  await expect.element(button("Hold")).toBeDisabled();
  await button("Hang up").click();
  expect(phone.asked).toEqual([["hangUp", "call-1"]]);
});

test("the door of a doorbell is opened in the call too", async () => {
  const { phone } = await show([aTalk({ doorbell: true })]);
  await button("Open").click();
  expect(phone.asked).toEqual([["openDoor", "call-1"]]);
});

test("[CALL5] quality is told with its cause, and with numbers on demand", async () => {
  const quality = { mos: 3.4, cause: "loss", lossPercent: 4.2, jitterMs: 12, roundTripMs: 80 } as const;
  await show([aTalk({ quality })]);
  const line = button(/^Fair: 4.2% packet loss/);
  await line.click();
  await expect.element(line).toHaveTextContent("MOS 3.4 · loss 4.2 % · jitter 12 ms · round trip 80 ms");
});

test.each([
  ["held", "You are on hold", false],
  ["mailbox", "Listening to voicemail", false],
  ["voicemail", "Leaving a voicemail", false],
  ["conference", "In a conference", true],
  ["room", "In a conference room", true],
] as const)("[CALL11] %s: '%s'", async (situation, words, isQualityTold) => {
  const quality = { mos: 4.4, cause: "good", lossPercent: 0, jitterMs: 2, roundTripMs: 20 } as const;
  await show([aTalk({ quality, situation })]);
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  expect(button(/^Good: clear in both directions/).elements()).toHaveLength(isQualityTold ? 1 : 0);
});

test("[CALL6] a call on another tab is taken here", async () => {
  const { phone } = await show([aTalk({ place: "elsewhere" })]);
  await expect.element(page.getByText(/Move the call to this tab/)).toBeVisible();
  await button("Move call here").click();
  expect(phone.asked).toEqual([["takeHere", "call-1"]]);
});

describe("transfer", () => {
  test("to a colleague, with a note that is trimmed", async () => {
    const { phone } = await show([aTalk()]);
    await button("Transfer").click();
    await expect.element(page.getByRole("option", { name: /Dev Patel/ })).toHaveTextContent("Busy");
    await expect.element(button("Transfer now")).toBeDisabled();
    await page.getByRole("combobox", { name: "To" }).fill("ines");
    await userEvent.keyboard("{Enter}");
    await page.getByRole("textbox", { name: "Note", exact: true }).fill("  Wants Thursday. ");
    await button("Transfer now").click();
    expect(phone.asked).toEqual([["transfer", "call-1", { number: "103" }, "Wants Thursday."]]);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("to the mailbox of a colleague; a number outside has none", async () => {
    const { phone } = await show([aTalk()]);
    await button("Transfer").click();
    const to = page.getByRole("combobox", { name: "To" });
    await to.fill("2125550188");
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Send to voicemail")).toBeDisabled();
    await to.fill("tom");
    await page.getByRole("option", { name: /Tom Reyes/ }).click();
    await button("Send to voicemail").click();
    expect(phone.asked).toEqual([["transfer", "call-1", { voicemailOf: "104" }]]);
  });

  test("asks first, and shows the call with the colleague", async () => {
    const { phone } = await show([aTalk()]);
    phone.dialedId = "asked";
    await button("Transfer").click();
    await page.getByRole("option", { name: /Ines Duarte/ }).click();
    await button("Talk first").click();
    await expect.poll(() => onCall.mock.lastCall).toEqual(["asked"]);
    expect(phone.asked).toEqual([["dial", { number: "103", consultFor: "call-1" }]]);
  });

  test("a refusal keeps the dialog and says 'Failed to transfer call.'", async () => {
    const { phone } = await show([aTalk()]);
    await button("Transfer").click();
    await page.getByRole("option", { name: /Ines Duarte/ }).click();
    phone.refuseNext("Not now");
    await button("Transfer now").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to transfer call.");
    await expect.element(page.getByRole("dialog", { name: "Transfer June Park" })).toBeVisible();
  });

  test("that asks first is completed or taken back, from either call", async () => {
    const { phone } = await show([
      aTalk({ hold: true, consultation: "asked" }),
      aTalk({ id: "asked", number: "103", caller: "" }),
    ]);
    await expect.element(page.getByText("June Park waits. Ines Duarte hears only you.")).toBeVisible();
    await button("Complete transfer").click();
    await button("Back to June Park").click();
    expect(phone.asked).toEqual([
      ["completeTransfer", "call-1"],
      ["cancelTransfer", "call-1"],
    ]);
  });

  test("a call that ends meanwhile takes its dialog along", async () => {
    const { phone } = await show([aTalk()]);
    await button("Transfer").click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    phone.show(endedCall(aTalk(), undefined));
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("conference", () => {
  test("is called so, and each party is muted or dropped alone", async () => {
    const { phone } = await show(conference);
    await expect.element(page.getByRole("heading", { name: "Conference" })).toBeVisible();
    await button("Mute Ines Duarte").click();
    await button("Unmute Ines Duarte").click();
    await button("Remove Dev Patel").click();
    expect(phone.asked).toEqual([
      ["setPartyMuted", "b", true],
      ["setPartyMuted", "b", false],
      ["hangUp", "c"],
    ]);
  });

  test("a user who is muted by another tab is shown muted here", async () => {
    const { phone } = await show(conference);
    await expect.element(button("Mute Ines Duarte")).toBeVisible();
    phone.change("b", { isPartyMuted: true });
    await expect.element(page.getByText("Muted")).toBeVisible();
    await expect.element(button("Unmute Ines Duarte")).toBeVisible();
    phone.change("b", { isPartyMuted: false });
    await expect.element(button("Mute Ines Duarte")).toBeVisible();
  });

  test("[CALL1] of three asks whether to split or hang up", async () => {
    const { phone } = await show(conference);
    await button("Hang up").click();
    await button("Split calls").click();
    expect(phone.asked).toEqual([["split", "call-1"]]);
    await button("Hang up").click();
    await button("Hang up all").click();
    expect(phone.asked.slice(1)).toEqual([
      ["hangUp", "call-1"],
      ["hangUp", "b"],
      ["hangUp", "c"],
    ]);
  });

  test("[CALL1] of two hangs up both", async () => {
    const { phone } = await show(conference.slice(0, 2));
    await button("Hang up").click();
    expect(phone.asked).toEqual([
      ["hangUp", "call-1"],
      ["hangUp", "b"],
    ]);
  });

  test("grows by a call that waits, or by somebody who is called", async () => {
    const { phone } = await show([
      ...conference.slice(0, 2),
      aTalk({ id: "d", number: "104", caller: "", hold: true }),
    ]);
    await button("Add call").click();
    await button("Join Tom Reyes").click();
    expect(phone.asked).toEqual([["conference", ["call-1", "b", "d"]]]);
    await button("Add call").click();
    await page.getByRole("option", { name: /Dev Patel/ }).click();
    await button("Call Dev Patel").click();
    expect(phone.asked.slice(1)).toEqual([["dial", { number: "102", joinTo: "call-1" }]]);
  });
});

test("[CALL4] notes are kept with the call; one that could not be saved goes with the next words", async () => {
  const saved: unknown[] = [];
  let isDown = true;
  await show([aTalk()], {
    prepare: (service) =>
      service
        .on("GET /call/note", () => ({ result: { text: "Before", by: "", at: 0 } }))
        .on("PUT /call/note", ({ body }) => {
          if (isDown) return { status: 500 };
          saved.push(body);
          return { result: null };
        }),
  });
  const notes = page.getByRole("textbox", { name: "Notes" });
  await expect.element(notes).toHaveValue("Before");
  await notes.fill("Bring the key");
  await expect.element(page.getByText(/^Not saved\./)).toBeVisible();
  isDown = false;
  await notes.fill("Bring the key.");
  await expect.element(page.getByText("Saved with the call")).toBeVisible();
  expect(saved).toEqual([{ callid: "pbx-1", note: "Bring the key." }]);
});

test("[CALL3] an ended call says why", async () => {
  await show([endedCall(aTalk(), "The line is busy. Try again later.")]);
  await expect.element(page.getByText("The line is busy. Try again later.")).toBeVisible();
  await expect.element(button("Back to the dial pad")).toBeVisible();
  expect(button("Hang up").elements()).toEqual([]);
});

test.each(["light", "dark"] as const)("passes axe, %s", async (scheme) => {
  const quality = { mos: 2, cause: "jitter", lossPercent: 0, jitterMs: 90, roundTripMs: 80 } as const;
  const { phone, screen } = await show(
    [aTalk({ quality, recording: true, muted: true, transferNote: "Hello" })],
    {
      scheme,
    },
  );
  await expectAccessible(screen.container);
  phone.show(...conference.map((call) => ({ ...call, hold: true })));
  await expectAccessible(screen.container);
  await button("Transfer").click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(document.body);
});

test("[SUP7] whoever takes part for the company is named, with who hears them", async () => {
  const { phone } = await show([aTalk({ supervisors: [{ name: "Ines Duarte", mode: "listen" }] })]);
  await expect.element(page.getByText("Ines Duarte is listening")).toBeVisible();
  phone.change("call-1", { supervisors: [{ name: "Ines Duarte", mode: "barge" }] });
  await expect.element(page.getByText("Ines Duarte joined the call")).toBeVisible();
});
