import { expect, test } from "vitest";
import { newRecord, sortedTopics, type TopicRecord } from "./teams-state.ts";
import { describedTopic, isPrivate, memberFrom, newTopic, type Topic } from "./topic.ts";
import { receiptsOf, shownReactions } from "./topic-view.ts";

const member = (user: string, read: number, recv: number) =>
  [user, memberFrom({ user, read, recv }, undefined)!] as const;

const record = (change: Partial<TopicRecord> = {}): TopicRecord => ({
  ...newRecord(newTopic("grpX")),
  ...change,
});

test.each([
  ["sent", [member("usrB", 0, 0)], 5, []],
  ["received", [member("usrB", 4, 5)], 5, []],
  ["read", [member("usrB", 5, 5), member("usrC", 0, 6)], 5, ["usrB"]],
  ["sent", [member("usrMe", 9, 9)], 5, []],
] as const)("[TEAM-R1] an own message is %s as the others report it", (status, members, seq, readBy) => {
  expect(receiptsOf(record({ members: new Map(members) }), seq, "usrMe")).toEqual({ status, readBy });
});

test("[TEAM-R2] a reaction on its way is shown, and one being taken back is not", () => {
  const reactions = [{ emoji: "👍", users: ["usrMe", "usrB"] }];
  const shown = (pending: readonly { seq: number; emoji: string }[]) =>
    shownReactions({ seq: 1, reactions }, pending, "usrMe");
  expect(shown([{ seq: 1, emoji: "👍" }])).toEqual([{ emoji: "👍", users: ["usrB"] }]);
  expect(shown([{ seq: 1, emoji: "🎉" }])).toContainEqual({ emoji: "🎉", users: ["usrMe"] });
  expect(shown([{ seq: 2, emoji: "🎉" }])).toEqual(reactions);
});

test("[TEAM-R3] pinned topics come first, then the latest", () => {
  const topic = (id: string, touched: number, isPinned = false): [string, TopicRecord] => [
    id,
    record({ topic: { ...newTopic(id), touched, isPinned } }),
  ];
  const topics = new Map([topic("grpA", 1), topic("grpB", 3), topic("grpC", 2, true)]);
  expect(sortedTopics(topics).map(({ topic: each }) => each.id)).toEqual(["grpC", "grpB", "grpA"]);
});

test("[TEAM-R4] what the service says of a topic, with the marker that clears a nickname", () => {
  const before: Topic = { ...newTopic("usrB"), seq: 7, nickname: "Boss" };
  const topic = describedTopic(before, {
    public: { fn: "Dev Patel", userId: 2 },
    private: { nickname: "\u2421", pinned: true },
    acs: { mode: "JRWP", given: "JRWPA", want: "JRWP" },
    defacs: { auth: "RWPSD", anon: "N" },
    seq: 5,
    online: true,
  });
  expect(topic).toMatchObject({
    fn: "Dev Patel",
    userId: 2,
    nickname: "",
    isPinned: true,
    seq: 7,
    isOnline: true,
  });
  expect(isPrivate(topic)).toBe(true);
});
