import { describe, expect, test } from "vitest";
import { ProfileUpdate, StatusCreate, settingsEvents } from "./settings/index.ts";
import { NumericId, QueryFlag, text, trimmedText } from "./wire-values.ts";

describe("text", () => {
  test.each(["a\0b", "\ud83d", "\ude00x"])("%j cannot be stored and is refused", (value) => {
    expect(text(10).safeParse(value).success).toBe(false);
  });

  test.each(["", "שלום", "😀", "a\nb"])("%j is accepted", (value) => {
    expect(text(10).parse(value)).toBe(value);
  });

  test("length is judged after trimming", () => {
    expect(trimmedText(3).parse("  abc  ")).toBe("abc");
    expect(trimmedText(3).safeParse("abcd").success).toBe(false);
  });
});

test.each([
  [1, 1],
  ["17", 17],
  [2_147_483_647, 2_147_483_647],
])("%j is an id", (value, id) => {
  expect(NumericId.parse(value)).toBe(id);
});

test.each([0, -1, 1.5, "0", "01", "2147483648", "9999999999", 2_147_483_648, "1e3", "", null])(
  "%j is no id",
  (value) => {
    expect(NumericId.safeParse(value).success).toBe(false);
  },
);

test.each([
  ["1", true],
  ["true", true],
  [true, true],
  ["0", false],
  ["false", false],
])("the flag %j means %j", (value, meaning) => {
  expect(QueryFlag.parse(value)).toBe(meaning);
});

test("a custom status duration needs its end", () => {
  const uuid = "0199a3a0-0000-7000-8000-000000000000";
  const status = { name: "Out", emoji: "🏖", default_duration: "custom" };
  expect(StatusCreate.safeParse({ uuid, status }).success).toBe(false);
  expect(StatusCreate.safeParse({ uuid, status: { ...status, expires_at: 1_900_000_000 } }).success).toBe(
    true,
  );
});

test("an e-mail address is folded and must look like one", () => {
  expect(ProfileUpdate.parse({ email: " Maya@Harborlight.Example " }).email).toBe("maya@harborlight.example");
  expect(ProfileUpdate.safeParse({ email: "maya" }).error?.issues[0]?.message).toBe("Email must be valid");
});

test("status events are told apart by their action", () => {
  const removed = { type: "STATUS_UPDATE", action: "status_removed", user_id: 4 };
  expect(settingsEvents.STATUS_UPDATE.schema.parse(removed)).toEqual(removed);
  expect(
    settingsEvents.STATUS_UPDATE.schema.safeParse({ type: "STATUS_UPDATE", action: "other", user_id: 4 })
      .success,
  ).toBe(false);
});
