import type { ChatData } from "@offhook/contract";
import { mergeRanges } from "@offhook/kernel";
import { expect, test } from "vitest";
import { buildTimeline } from "./message.ts";
import { EMPTY_LOG, type MessageLog, newestPart, withDeleted, withFrames } from "./message-log.ts";
import { countIn } from "./seq-ranges.ts";

const said = (seq: number, content: string, head?: ChatData["head"], from = "usrA"): ChatData => ({
  topic: "grpX",
  from,
  seq,
  ts: new Date(seq * 1000).toISOString(),
  content,
  ...(head ? { head } : {}),
});

const logOf = (...frames: readonly ChatData[]): MessageLog =>
  withFrames(EMPTY_LOG, frames, 0, { low: 1, hi: 100 });
const ALL = { low: 1, hi: 100 };
const texts = (log: MessageLog): string[] =>
  buildTimeline(log, ALL).messages.map(({ content }) => content.text);

test("[TEAM-M1] a message shows its last wording, and only its author's", () => {
  const log = logOf(
    said(1, "helo"),
    said(2, "hello", { replace: ":1" }),
    said(3, "hello!", { replace: ":1" }),
    said(4, "hacked", { replace: ":1" }, "usrB"),
  );
  const [message] = buildTimeline(log, ALL).messages;
  expect(message).toMatchObject({ isEdited: true, edits: [2, 3], content: { text: "hello!" } });
  expect(texts(log)).toEqual(["hello!"]);
});

test("[TEAM-M2] the same emoji again takes it back, and what the service counted is not counted twice", () => {
  const reactedAt = (seq: number, from: string, emoji = "👍") =>
    said(seq, emoji, { "x-reaction": ":1" }, from);
  const counted = { ...said(1, "hi"), react: [{ val: "👍", count: 1, users: ["usrB"] }] };
  const fetched = withFrames(EMPTY_LOG, [counted, reactedAt(2, "usrB")], 2, ALL);
  const later = withFrames(
    fetched,
    [reactedAt(3, "usrC"), reactedAt(4, "usrB"), reactedAt(5, "usrC", "🎉")],
    5,
  );
  const [message] = buildTimeline(later, ALL).messages;
  expect(message?.reactions).toEqual([
    { emoji: "👍", users: ["usrC"] },
    { emoji: "🎉", users: ["usrC"] },
  ]);
});

test("[TEAM-M3] a deleted message without answers is gone, one with answers keeps its place until the last goes", () => {
  const log = logOf(said(1, "one"), said(2, "two"), said(3, "answer", { reply: ":2" }));
  const first = withDeleted(log, [{ low: 1, hi: 2 }]);
  expect(texts(first)).toEqual(["two"]);
  const second = withDeleted(first, [{ low: 2, hi: 3 }]);
  const [shell] = buildTimeline(second, ALL).messages;
  expect(shell).toMatchObject({ seq: 2, isDeleted: true, content: { text: "" }, from: "usrA" });
  expect(shell?.originalContent).toBeUndefined();
  expect(buildTimeline(log, ALL).messages[1]?.originalContent).toBe("two");
  expect(shell?.replies.map(({ content }) => content.text)).toEqual(["answer"]);
  expect(texts(withDeleted(second, [{ low: 3, hi: 4 }]))).toEqual([]);
});

test("[TEAM-M3] the place is kept also where the message itself was never seen", () => {
  const log = withDeleted(logOf(said(3, "answer", { reply: ":2" })), [{ low: 2, hi: 3 }]);
  expect(buildTimeline(log, ALL).messages).toMatchObject([{ seq: 2, isDeleted: true, from: undefined }]);
});

test("[TEAM-M4] answers hang on what they answer and stay out of the stream", () => {
  const log = logOf(said(1, "question"), said(2, "other"), said(3, "answer", { reply: "grpX:1" }, "usrB"));
  const { messages, bySeq } = buildTimeline(log, ALL);
  expect(messages.map(({ content }) => content.text)).toEqual(["question", "other"]);
  expect(messages[0]?.replies).toEqual([bySeq.get(3)]);
});

test("[TEAM-M5] who came and who went is told by the group itself", () => {
  const event = { event: "UserJoinedGroup", UserID: "usrB", ActorID: "usrA" };
  const frame: ChatData = { ...said(1, ""), head: { "x-system": "UserJoinedGroup" }, content: event };
  expect(buildTimeline(logOf(frame), ALL).messages[0]?.system).toEqual({
    event: "UserJoinedGroup",
    user: "usrB",
    actor: "usrA",
  });
});

test("[TEAM-M6] stretches merge, and what is kept for the next visit is whole", () => {
  expect(
    mergeRanges([
      { low: 5, hi: 7 },
      { low: 1, hi: 5 },
      { low: 9, hi: 9 },
    ]),
  ).toEqual([{ low: 1, hi: 7 }]);
  expect(countIn([{ low: 1, hi: 4 }], { low: 3, hi: 9 })).toBe(1);
  const many = Array.from({ length: 99 }, (_, index) => said(index + 1, `${index + 1}`));
  const kept = newestPart(withFrames(EMPTY_LOG, many, 0, ALL), 99);
  expect(kept.frames.size).toBe(70);
  expect(kept.known).toEqual([{ low: 30, hi: 100 }]);
});
