import { parseDialString } from "@offhook/telephony";
import { FakeClock } from "@offhook/testkit";
import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { endReason } from "./calls/end-reasons.ts";
import { NotesStore } from "./notes-store.ts";
import { RecordingDownloads } from "./recording-downloads.ts";
import { countersFrom, describeQuality, qualityBetween } from "./sound/call-quality.ts";
import { planDigits, sendPlanned } from "./sound/digit-sender.ts";
import { BLANK_NOTES } from "./step-phone.ts";

describe("digits after the answer", () => {
  function sentOver(number: string, ms: number): string {
    const clock = new FakeClock();
    let sent = "";
    sendPlanned(clock, planDigits(parseDialString(number)), (key) => {
      sent += key;
    });
    clock.advance(ms);
    return sent;
  }

  test.each([
    ["[DTMF1] a comma is a pause of two seconds", "101,5", 1_999, ""],
    ["[DTMF1] a comma is a pause of two seconds", "101,5", 2_000, "5"],
    ["[DTMF1] two commas are four", "101,,5", 3_999, ""],
    ["[DTMF2] digits follow each other after 750 ms", "101,56", 2_749, "5"],
    ["[DTMF2] digits follow each other after 750 ms", "101,56", 2_750, "56"],
    ["[DTMF3] an extension is sent first", "101;42", 1_500, "42"],
    ["[DTMF3] then what comes after the pause", "101;4,2", 2_750, "42"],
    ["[DTMF4] nothing where there is nothing", "101", 60_000, ""],
  ])("%s: %s after %i ms", (_rule, number, ms, expected) => {
    expect(sentOver(number, ms)).toBe(expected);
  });

  test("[DTMF5] what is stopped sends nothing more", () => {
    const clock = new FakeClock();
    const sent: string[] = [];
    const stop = sendPlanned(clock, planDigits(parseDialString("101;123")), (key) => sent.push(key));
    clock.advance(750);
    stop();
    clock.advance(60_000);
    expect(sent).toEqual(["1"]);
  });
});

describe("quality", () => {
  test.each([
    ["[QUAL1] a clean line", { lossPercent: 0, jitterMs: 2, roundTripMs: 20 }, "good", 4.3],
    ["[QUAL2] loss is named", { lossPercent: 12, jitterMs: 2, roundTripMs: 20 }, "loss", 1],
    ["[QUAL2] a long way is named", { lossPercent: 0, jitterMs: 5, roundTripMs: 900 }, "delay", 1],
    ["[QUAL2] uneven arrival is named", { lossPercent: 0, jitterMs: 160, roundTripMs: 40 }, "jitter", 1],
  ] as const)("%s", (_rule, measured, cause, atLeast) => {
    const quality = describeQuality(measured);
    expect(quality.cause).toBe(cause);
    expect(quality.mos).toBeGreaterThanOrEqual(atLeast);
    expect(quality.mos).toBeLessThanOrEqual(4.5);
  });

  test("[QUAL3] every interval counts for itself", () => {
    const report = (packetsReceived: number, packetsLost: number) =>
      countersFrom([
        { type: "inbound-rtp", kind: "audio", packetsReceived, packetsLost, jitter: 0.004 },
        { type: "candidate-pair", nominated: true, currentRoundTripTime: 0.03 },
      ]);
    const bad = qualityBetween(report(1_000, 0), report(1_080, 20));
    expect(bad).toMatchObject({ cause: "loss", lossPercent: 20, jitterMs: 4, roundTripMs: 30 });
    expect(qualityBetween(report(1_080, 20), report(1_180, 20))).toMatchObject({
      cause: "good",
      lossPercent: 0,
    });
    expect(qualityBetween(report(1_080, 20), report(1_080, 20))).toBeUndefined();
  });
});

test("[END1] refusals become sentences with a next step, normal ends say nothing", () => {
  expect(endReason(486)).toBe("The line is busy. Try again in a moment.");
  expect(endReason(502)).toContain("No carrier is connected");
  expect(endReason(487)).toBeUndefined();
  expect(endReason(0)).toBeUndefined();
  expect(endReason(499)).toBe("The call failed (code 499). Try again.");
});

describe("notes of this browser", () => {
  const notes = { ...BLANK_NOTES, id: "own-1", tab: "tab-1" };

  test("[TAB2] outlive the page", () => {
    const store = new MemoryStore();
    new NotesStore(store).save("call-1", notes);
    expect(new NotesStore(store).load()).toEqual(new Map([["call-1", notes]]));
  });

  test("[TAB2] are forgotten with their calls, and nonsense is not read", () => {
    const store = new MemoryStore();
    const kept = new NotesStore(store);
    kept.save("call-1", notes);
    kept.save("call-2", notes);
    kept.keepOnly(new Set(["call-2"]));
    expect([...kept.load().keys()]).toEqual(["call-2"]);
    store.set("phoneNotes", '{"call-3": 7}');
    expect(kept.load()).toEqual(new Map());
  });
});

describe("recordings", () => {
  function setUp() {
    const tabStore = new MemoryStore();
    const downloads: string[] = [];
    const said: string[] = [];
    const create = () =>
      new RecordingDownloads({
        tabStore,
        client: {
          getCallRecording: async () => ({ id: "r", url: "/files/r.mp3", duration: 3, time: 1_893_920_700 }),
        } as never,
        download: ({ name }) => downloads.push(name),
        notify: (message) => said.push(message),
      });
    return { create, downloads, said };
  }
  const news = { type: "RECORDING_NEW", phone: "maya", callid: "call-1", id: "r", duration: 3 } as const;

  test("[REC1] go to the tab that asked, once, also after a reload", async () => {
    const { create, downloads } = setUp();
    await create().fetch(news);
    expect(downloads).toEqual([]);
    create().expect("call-1");
    const reloaded = create();
    await reloaded.fetch(news);
    await reloaded.fetch(news);
    expect(downloads).toEqual(["call-2030-01-06-0905.mp3"]);
  });

  test("[REC2] without sound say so", async () => {
    const { create, downloads, said } = setUp();
    const recordings = create();
    recordings.expect("call-1");
    await recordings.fetch({ ...news, duration: 0 });
    expect(said).toEqual(["No buffer to send"]);
    expect(downloads).toEqual([]);
  });
});
