import type { SmsLimits } from "@offhook/contract";
import { expect, test } from "vitest";
import { noticeOf } from "../notices/notice-rules.ts";
import { defaultLine, shownLines } from "../shown-lines.ts";
import { aConversation, aMessage, LINE } from "../testing/messages.ts";
import { deliveryOf } from "../thread/bubble/delivery-words.ts";
import { viewerWords } from "../thread/header/viewers-line.tsx";
import { prepareAttachment } from "./attachments.ts";
import { signedText } from "./compose-state.ts";
import { fillTemplate } from "./template-text.ts";

const limits: SmsLimits = {
  maxLength: 1600,
  maxFiles: 10,
  maxMediaBytes: 1_000,
  mediaTypes: ["image/jpeg", "application/pdf"],
  hasCarrier: true,
};
const file = (type: string, size: number, name = "a.png") => new File([new Uint8Array(size)], name, { type });

async function aPicture(side: number): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  // Noise cannot be packed well, as a photo cannot.
  const pixels = new ImageData(side, side);
  for (let index = 0; index < pixels.data.length; index += 65_536) {
    crypto.getRandomValues(pixels.data.subarray(index, index + 65_536));
  }
  context?.putImageData(pixels, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob ?? new Blob()], "photo.png", { type: "image/png" });
}

test("[ATT1] what the carrier takes goes as it is", async () => {
  const prepared = await prepareAttachment(file("image/jpeg", 900, "a.jpg"), limits);
  expect(prepared).toMatchObject({
    isReady: true,
    attachment: { name: "a.jpg", size: 900, notice: undefined },
  });
});

test.each([
  ["of a wrong kind", file("application/zip", 10, "a.zip"), limits, /kind/],
  ["too large to send and no picture", file("application/pdf", 2_000, "a.pdf"), limits, /2 kB.*1 kB/],
  ["empty", file("image/jpeg", 0), limits, /empty/],
  ["for a line without files", file("image/jpeg", 10), { ...limits, maxMediaBytes: 0 }, /texts only/],
])("[ATT2] a file %s is refused in words", async (_case, given, its, words) => {
  const prepared = await prepareAttachment(given, its);
  expect(prepared.isReady ? "" : prepared.problem).toMatch(words);
});

test("[ATT3] a picture is made smaller to fit, and the user is told", async () => {
  const given = await aPicture(900);
  const prepared = await prepareAttachment(given, { ...limits, maxMediaBytes: 120_000 });
  if (!prepared.isReady) throw new Error(prepared.problem);
  const { size, type, name, notice, value } = prepared.attachment;
  expect(given.size).toBeGreaterThan(1_000_000);
  expect(size).toBeLessThanOrEqual(120_000);
  expect([type, name]).toEqual(["image/jpeg", "photo.jpg"]);
  expect(notice).toMatch(/^Resized from .* to fit the carrier's limit$/);
  expect(value).toMatch(/^\/9j\//);
});

test("[TPL1] a template is filled with what is known, and shows what is not", () => {
  const values = {
    first_name: "Ana",
    name: "Ana Ruiz",
    organization: "",
    my_name: "Maya",
    company: "H",
    line: "Main",
  };
  expect(fillTemplate("Hi {first_name} of {organization}, {nothing} {my_name}", values)).toBe(
    "Hi Ana of {organization}, {nothing} Maya",
  );
});

test("[SIG1] a signature goes below the text, and never alone", () => {
  expect(signedText(" Hi \n", "Maya")).toBe("Hi\nMaya");
  expect(signedText("", "Maya")).toBe("");
  expect(signedText("Hi", " ")).toBe("Hi");
});

test("[DLV1] a failure is told in plain words with a next step", () => {
  expect(deliveryOf({ dlr_status: "failed", dlr_error: "30006" })).toEqual({
    state: "failed",
    words: "Not delivered",
    reason: "This number is a landline and cannot receive texts.",
    nextStep: "Call this person instead.",
  });
  expect(deliveryOf({ dlr_status: "delivered", dlr_error: "" })?.words).toBe("Delivered");
  expect(deliveryOf({ dlr_status: null, dlr_error: "" })).toBeUndefined();
});

test("[PRE3] those who reply matter more than those who look", () => {
  const viewer = (name: string, state: "viewing" | "replying") => ({ user_id: 1, name, state });
  expect(viewerWords([viewer("Ines", "viewing"), viewer("Dev", "replying")])).toBe("Dev is replying");
  expect(viewerWords([viewer("Ines", "viewing"), viewer("Dev", "viewing")])).toBe("Ines and Dev are viewing");
});

test("[LIN1] settings choose the lines that are shown, and cannot hide them all", () => {
  const profile = {
    sms_lines: [
      { sms_line: "1", sms_linename: "Main" },
      { sms_line: "2", sms_linename: "Billing" },
    ],
  };
  const none = { lines: [] };
  const filters = { sms: { lines: [{ name: "1", selected: false }] }, voicemails: none, faxes: none };
  expect(shownLines(profile, { filters, activeSmsLines: null })).toEqual(["2"]);
  expect(shownLines(profile, { filters: { ...filters, sms: none }, activeSmsLines: [] })).toEqual(["1", "2"]);
  expect(defaultLine(profile, { defaultSmsLine: "Billing" })).toBe("2");
  expect(defaultLine(profile, { defaultSmsLine: null })).toBe("1");
});

test("[NOT1] a text is told by notification and sound as the settings say", () => {
  const now = aMessage().time;
  const event = { type: "MO" as const, smsLine: LINE, conversation: aConversation(), message: aMessage() };
  const settings = { webAppNotifications: true, playSMSIncomingSound: true };
  const context = { now, isOpen: false, lines: [LINE], settings };
  const nothing = { isShown: false, playsSound: false };
  expect(noticeOf(event, context)).toEqual({ isShown: true, playsSound: true });
  expect(noticeOf(event, { ...context, isOpen: true })).toEqual({ isShown: false, playsSound: true });
  expect(noticeOf(event, { ...context, lines: [] })).toEqual(nothing);
  expect(noticeOf(event, { ...context, now: now + 120_000 })).toEqual(nothing);
  expect(noticeOf({ ...event, conversation: aConversation({ blocked: true }) }, context)).toEqual(nothing);
  const silent = { webAppNotifications: false, playSMSIncomingSound: false };
  expect(noticeOf(event, { ...context, settings: silent })).toEqual(nothing);
});
