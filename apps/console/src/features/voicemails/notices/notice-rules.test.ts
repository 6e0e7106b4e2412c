import { expect, test } from "vitest";
import { aVoicemail } from "../testing/voicemails.ts";
import { isTold, type NoticeContext } from "./notice-rules.ts";

const voicemail = aVoicemail();
const END = voicemail.time_ms + voicemail.duration * 1000;
const context: NoticeContext = {
  now: END + 500,
  boxes: ["maya"],
  latest: voicemail,
  settings: { webAppNotifications: true },
};

test.each<[string, Partial<NoticeContext>, boolean]>([
  ["[VML89] a message of an active box is told", {}, true],
  ["[VML89] one of a box that is not active is not", { boxes: ["front"] }, false],
  [
    "[VML89] one behind which another caller has spoken is not",
    { latest: aVoicemail({ callerId: "1" }) },
    false,
  ],
  ["one that is gone again is not", { latest: undefined }, false],
  ["one that came while the page was away is not", { now: END + 61_000 }, false],
  ["nothing is told to whoever has switched it off", { settings: { webAppNotifications: false } }, false],
])("%s", (_rule, change, expected) => {
  expect(isTold(voicemail, { ...context, ...change })).toBe(expected);
});
