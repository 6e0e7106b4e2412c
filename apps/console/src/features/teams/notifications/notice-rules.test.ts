import type { ChatData, TeamsNotification } from "@offhook/contract";
import { expect, test } from "vitest";
import { readContent } from "../content/message-content.ts";
import { type NoticeContext, noticeOf, noticeText } from "./notice-rules.ts";

const NOW = Date.parse("2030-01-07T15:00:00.000Z");
const said = (change: Partial<ChatData> = {}): ChatData => ({
  topic: "grpA",
  from: "usrBen",
  seq: 7,
  ts: new Date(NOW - 1_000).toISOString(),
  content: "hello",
  ...change,
});
const byName = { head: { mentions: ["usrMe"] } };
const everybody = { content: "lunch @everyone?" };
const settings = { teamsNotificationsSound: true, webAppNotifications: true };
const context = (mode: TeamsNotification, change: Partial<NoticeContext> = {}): NoticeContext => ({
  now: NOW,
  ownId: "usrMe",
  topic: { isGroup: true, isMuted: false },
  isOpen: false,
  settings: { ...settings, teamsNotification: mode },
  ...change,
});

test.each<[TeamsNotification, ...boolean[]]>([
  // in a group, directly, by name, to everybody
  ["disabled", false, false, false, false],
  ["allMsgs", true, true, true, true],
  ["diretOrMention", false, true, true, true],
  ["mentions", false, false, true, true],
  ["directMentions", false, false, true, false],
])("[TEAM-T1] with %s one hears of what one chose", (mode, inGroup, directly, named, all) => {
  const isTold = (data: ChatData, change: Partial<NoticeContext> = {}): boolean =>
    noticeOf(data, context(mode, change)).isShown;
  expect(isTold(said())).toBe(inGroup);
  expect(isTold(said(), { topic: { isGroup: false, isMuted: false } })).toBe(directly);
  expect(isTold(said(byName))).toBe(named);
  expect(isTold(said(everybody))).toBe(all);
});

test.each<[string, ChatData, Partial<NoticeContext>]>([
  ["of an open topic", said(byName), { isOpen: true }],
  ["of a muted topic", said(byName), { topic: { isGroup: true, isMuted: true } }],
  ["of one's own words", said({ ...byName, from: "usrMe" }), {}],
  ["of a reaction", said({ head: { "x-reaction": ":3", mentions: ["usrMe"] } }), {}],
  ["of another wording", said({ head: { replace: ":3", mentions: ["usrMe"] } }), {}],
  ["of who came and went", said({ head: { "x-system": "UserJoinedGroup" } }), {}],
  ["of what was said long ago", said({ ts: new Date(NOW - 120_000).toISOString() }), {}],
])("[TEAM-T2] one does not hear %s", (_what, data, change) => {
  expect(noticeOf(data, context("allMsgs", change))).toEqual({ isShown: false, playsSound: false });
});

test("[TEAM-T3] notification and sound have switches of their own", () => {
  const heard = (change: Partial<typeof settings>) =>
    noticeOf(said(byName), {
      ...context("mentions"),
      settings: { ...settings, ...change, teamsNotification: "mentions" },
    });
  expect(heard({ webAppNotifications: false })).toEqual({ isShown: false, playsSound: true });
  expect(heard({ teamsNotificationsSound: false })).toEqual({ isShown: true, playsSound: false });
});

test("[TEAM-T4] files without words are told as such", () => {
  const file = (ref: string) => ({ tp: "EX", data: { ref, name: "a.pdf", mime: "application/pdf" } });
  const text = (ent: unknown[], txt = ""): string => noticeText(readContent({ txt, ent }));
  expect(text([file("/1")])).toBe("Shared a file");
  expect(text([file("/1"), file("/2")])).toBe("Shared multiple files");
  expect(text([file("/1")], "look")).toBe("look");
});
