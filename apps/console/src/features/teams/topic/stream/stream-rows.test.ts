import { expect, test } from "vitest";
import { NO_CONTENT } from "../../content/message-content.ts";
import type { Message } from "../../store/message.ts";
import { composedMessage } from "../../store/outgoing-message.ts";
import { type StreamContent, streamRows } from "./stream-rows.ts";

const MINUTE = 60_000;

const said = (seq: number, change: Partial<Message> = {}): Message => ({
  key: `${seq}`,
  topic: "grpX",
  seq,
  time: seq * MINUTE,
  from: "usrA",
  content: { ...NO_CONTENT, text: `${seq}` },
  mentions: [],
  reactions: [],
  reply: undefined,
  replies: [],
  originalContent: undefined,
  edits: [],
  isForwarded: false,
  isEdited: false,
  isDeleted: false,
  isUnreadable: false,
  system: undefined,
  ...change,
});

function everyTenMinutes(): StreamContent["startDay"] {
  let last = -1;
  return (at) => {
    const day = Math.floor(at / (10 * MINUTE));
    if (day <= last) return undefined;
    last = day;
    return { kind: "day", key: `day ${day}`, label: "" };
  };
}

const rowsOf = (change: Partial<StreamContent>) =>
  streamRows({
    messages: [],
    outgoing: [],
    readUpTo: undefined,
    ownId: "usrMe",
    startDay: everyTenMinutes(),
    ...change,
  });

const kinds = (change: Partial<StreamContent>) =>
  rowsOf(change).map((row) => ("isContinued" in row && row.isContinued ? `${row.kind}+` : row.kind));

test("[TEAM-V1] what one person says in a row stands together, until a pause, a day or somebody else", () => {
  const messages = [
    said(1),
    said(2),
    said(3, { from: "usrB" }),
    said(9, { from: "usrB" }),
    said(10, { from: "usrB" }),
  ];
  expect(kinds({ messages })).toEqual(["day", "message", "message+", "message", "message", "day", "message"]);
});

test("[TEAM-V2] the unread mark stands once, before the first unread message of somebody else", () => {
  const messages = [said(1), said(2, { from: "usrMe" }), said(3), said(4)];
  expect(kinds({ messages, readUpTo: 1 })).toEqual([
    "day",
    "message",
    "message",
    "unread",
    "message",
    "message+",
  ]);
  expect(kinds({ messages, readUpTo: 4 })).not.toContain("unread");
});

test("[TEAM-V3] answers are told where they came unless their message is beside, those to one message together", () => {
  const between = [2, 3, 4, 5, 6].map((seq) => said(seq));
  const messages = [said(1), ...between, said(7, { reply: 1 }), said(8, { reply: 1 }), said(9, { reply: 6 })];
  const told = rowsOf({ messages }).filter(({ kind }) => kind === "answers");
  expect(told).toMatchObject([{ parent: 1, answers: [{ seq: 7 }, { seq: 8 }] }]);
});

test("[TEAM-V4] what is on its way stands at the end, going on from what the user has just said", () => {
  const outgoing = [
    {
      ...composedMessage({ topic: "grpX", typed: "hi" }, 0),
      id: "a",
      key: "a",
      createdAt: 3 * MINUTE,
      state: { name: "waiting" as const },
      failures: 0,
    },
  ];
  expect(kinds({ messages: [said(2, { from: "usrMe" })], outgoing })).toEqual([
    "day",
    "message",
    "outgoing+",
  ]);
});
