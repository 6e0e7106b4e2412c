import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../../testing/axe.ts";
import { type ActiveCall, endedCall } from "../phone/calls/active-call.ts";
import { type RenderCallsOptions, renderCalls } from "../testing/render-calls.tsx";
import { aRing, aTalk } from "../testing/scripted-phone.ts";
import { announcementOf } from "./call-announcements.ts";
import { CallAnnouncer } from "./call-announcer.tsx";
import { IncomingCalls } from "./incoming-calls.tsx";
import { RingAttention } from "./ring-attention.tsx";

async function ring(calls: readonly ActiveCall[], options: RenderCallsOptions = {}) {
  const onAnswered = vi.fn();
  const rendered = await renderCalls(<IncomingCalls onAnswered={onAnswered} />, options);
  rendered.phone.show(...calls);
  return { ...rendered, onAnswered };
}

const card = (name = "June Park") => page.getByRole("region", { name: `Incoming call from ${name}` });
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("[RING2] who calls, through what, with which note, and what was before", async () => {
  await ring([aRing({ via: { kind: "queue", name: "Scheduling" }, transferNote: "Asks for Lena." })], {
    records: [
      {
        id: "1",
        callid: "before",
        phone: "reception",
        cnumber: "",
        snumber: "",
        sname: "",
        number: "2125550177",
        name: "",
        dir: "in",
        status: "missed",
        time: 0,
        time_ms: 0,
        duration: 0,
        new: false,
        blocked: false,
        doorbell: false,
        declined: null,
        queue: null,
        recorded: false,
        voicemail: false,
        noted: false,
        returned: null,
      },
    ],
  });
  for (const text of ["June Park", "(212) 555-0177", "Scheduling queue", "Asks for Lena.", "Missed"]) {
    await expect.element(card().getByText(text)).toBeVisible();
  }
});

test("[RING2] what was before comes from the timeline of the contact, where there is one", async () => {
  const entry = { dir: "in", number: "12125550177", subtitle: "", to: "/messages" } as const;
  await ring([aRing()], {
    timeline: [
      { ...entry, kind: "call", id: "now", time: aRing().startedAt, title: "This call", status: "" },
      { ...entry, kind: "sms", id: "1", time: 0, title: "Can we move Thursday?", status: "" },
      { ...entry, kind: "voicemail", id: "2", time: 0, title: "Voicemail, 0:12", status: "new" },
    ],
  });
  await expect.element(card().getByText("Can we move Thursday?")).toBeVisible();
  await expect.element(card().getByText("Voicemail, 0:12")).toBeVisible();
  expect(card().getByText("This call").elements()).toEqual([]);
});

test("it is answered, with a picture where both can", async () => {
  const { phone, onAnswered } = await ring([aRing({ canDoVideo: true })]);
  await button("Answer").click();
  await button("Video").click();
  expect(phone.asked).toEqual([
    ["answer", "call-1"],
    ["answer", "call-1", { camera: true }],
  ]);
  expect(onAnswered.mock.calls).toEqual([
    ["call-1", false],
    ["call-1", true],
  ]);
});

test("it is declined, sent to voicemail, or ignored", async () => {
  const { phone } = await ring([aRing()]);
  for (const name of ["Decline", "Voicemail", "Ignore"]) await button(name).click();
  expect(phone.asked).toEqual([
    ["decline", "call-1"],
    ["sendToVoicemail", "call-1"],
    ["ignore", "call-1"],
  ]);
});

test.each([
  "Will call you right back",
  "Can't talk right now. Will call you back later",
  "I'm on the call with another customer",
  "In a meeting now can we talk later ?",
])("it is declined with '%s'", async (text) => {
  const { phone } = await ring([aRing()]);
  await button("Message").click();
  await button(text).click();
  expect(phone.asked).toEqual([["declineWithMessage", "call-1", text]]);
});

test("a refusal is said and the card stays", async () => {
  const { phone, onAnswered } = await ring([aRing()]);
  phone.refuseNext("Somebody else has answered.");
  await button("Answer").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Somebody else has answered.");
  await expect.element(card()).toBeVisible();
  expect(onAnswered).not.toHaveBeenCalled();
});

test("[RING3] another application that handles calls leaves no buttons here", async () => {
  await ring([aRing()], { settings: { liveCallHandler: { value: "other", title: "Another" } } });
  await expect.element(card()).toHaveTextContent("Another application handles your calls.");
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("[RING1] [RING4] several ring at once; an ignored one steps back", async () => {
  const { phone } = await ring([aRing(), aRing({ id: "call-2", number: "102", caller: "" })]);
  await expect.element(card("Dev Patel")).toBeVisible();
  await card("Dev Patel").getByRole("button", { name: "Answer" }).click();
  expect(phone.asked).toEqual([["answer", "call-2"]]);
  phone.show(aRing({ isIgnored: true }), aRing({ id: "call-2", number: "102", caller: "" }));
  await expect.element(card()).not.toBeInTheDocument();
});

test("[RING5] a doorbell is opened once somebody talks to it, and asks for nothing else", async () => {
  const { phone } = await ring([aRing({ doorbell: true, caller: "Front door", number: "190" })]);
  await expect.element(card("Front door")).toHaveTextContent("At the door");
  expect(button("Voicemail").elements()).toEqual([]);
  await button("Open").click();
  expect(phone.asked).toEqual([["answer", "call-1"]]);
  phone.show(aTalk({ doorbell: true, caller: "Front door", number: "190" }));
  expect(phone.asked.slice(1)).toEqual([["openDoor", "call-1"]]);
});

test.each([
  ["topLeft", "left", "top"],
  ["bottomRight", "right", "bottom"],
] as const)("[RING1] it stands %s as the user wants it", async (incomingPosition, side, edge) => {
  await ring([aRing()], { settings: { incomingPosition } });
  await expect.element(card()).toBeVisible();
  const box = card().element().getBoundingClientRect();
  expect(side === "left" ? box.left : window.innerWidth - box.right).toBeLessThan(30);
  expect(edge === "top" ? box.top : window.innerHeight - box.bottom).toBeLessThan(30);
});

test("[RING6] the title blinks while it rings and is itself again after", async () => {
  document.title = "(2) Offhook";
  const { phone } = await renderCalls(<RingAttention />);
  phone.show(aRing());
  await expect.poll(() => document.title).toBe("📞 June Park is calling");
  await expect.poll(() => document.title).toBe("(2) Offhook");
  phone.show();
  await expect.poll(() => document.title).toBe("(2) Offhook");
});

describe("for the ear", () => {
  test("[RING7] calls are announced by the name of the contact", async () => {
    const { phone } = await renderCalls(<CallAnnouncer />);
    phone.show(aRing({ number: "103", caller: "" }));
    await expect.element(page.getByText("Incoming call from Ines Duarte")).toBeInTheDocument();
    phone.show(aTalk({ number: "103", caller: "" }));
    await expect.element(page.getByText("Connected with Ines Duarte")).toBeInTheDocument();
    phone.change("call-1", { hold: true });
    await expect.element(page.getByText("On hold")).toBeInTheDocument();
  });

  const words = (before: readonly ActiveCall[], after: readonly ActiveCall[]) =>
    announcementOf(before, after)?.words("Ana");
  const ringing = aRing();
  const talk = aTalk();

  test.each([
    ["Incoming call from Ana", [], [ringing]],
    ["Someone is at the door", [], [aRing({ doorbell: true })]],
    ["Ana is no longer calling", [ringing], []],
    ["Resumed", [aTalk({ hold: true })], [talk]],
    ["Muted", [talk], [aTalk({ muted: true })]],
    ["Recording stopped", [aTalk({ recording: true })], [talk]],
    ["It is busy.", [talk], [endedCall(talk, "It is busy.")]],
    ["Call ended", [talk], []],
    [undefined, [endedCall(talk, undefined)], []],
    [undefined, [talk], [aTalk({ keypad: "1" })]],
  ] as const)("%s", (expected, before, after) => expect(words(before, after)).toBe(expected));
});

test.each(["light", "dark"] as const)("passes axe, %s", async (scheme) => {
  await ring(
    [
      aRing({
        canDoVideo: true,
        transferNote: "Asks for Lena.",
        via: { kind: "huntgroup", name: "Reception" },
      }),
      aRing({ id: "call-2", number: "102" }),
      aRing({ id: "call-3", doorbell: true, number: "190", caller: "Front door" }),
    ],
    { scheme },
  );
  await button("Message").click();
  await expectAccessible(document.body);
});
