import fc from "fast-check";
import { expect, test } from "vitest";
import {
  directTopicOf,
  groupNameFrom,
  isUserId,
  parseTopicName,
  userIdFrom,
  usersOfDirectTopic,
} from "./topic-name.ts";

const anyId = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 8, maxLength: 8 });

test("[CHAT-N1] an id is base64url of eight bytes, as other clients compute it", () => {
  fc.assert(
    fc.property(anyId, (bytes) => {
      expect(userIdFrom(bytes)).toBe(`usr${Buffer.from(bytes).toString("base64url")}`);
      expect(isUserId(userIdFrom(bytes))).toBe(true);
    }),
  );
});

test("[CHAT-N2] a direct topic has one stored name, whoever asks", () => {
  fc.assert(
    fc.property(anyId, anyId, (one, other) => {
      const name = directTopicOf(userIdFrom(one), userIdFrom(other));
      expect(name).toBe(directTopicOf(userIdFrom(other), userIdFrom(one)));
      expect(usersOfDirectTopic(name)?.toSorted()).toEqual([userIdFrom(one), userIdFrom(other)].toSorted());
    }),
  );
});

test("[CHAT-N3] names that no topic can have are refused", () => {
  for (const name of [
    "",
    "usr",
    "usrAAAAAAAAAAB",
    "usrshort",
    "p2pAAAAAAAAAAAAAAAAAAAAAA",
    "grp!",
    "abc",
    "mee",
  ])
    expect(parseTopicName(name)).toBeUndefined();
  expect(parseTopicName("newXyz")).toEqual({ kind: "new", isChannel: false });
  expect(parseTopicName("me")).toEqual({ kind: "me" });
  const group = groupNameFrom([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(parseTopicName(group)).toEqual({ kind: "group", name: group });
});
