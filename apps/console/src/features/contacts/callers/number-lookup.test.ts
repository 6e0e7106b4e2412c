import type { Caller } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { beforeEach, expect, test } from "vitest";
import { NumberLookup } from "./number-lookup.ts";

let clock: FakeClock;
let asked: (readonly string[])[];
let names: Record<string, string>;
let failures: unknown[];
let isDown: boolean;
let lookup: NumberLookup;

function callerOf(number: string): Caller {
  return {
    number,
    source: "personal",
    name: names[number] ?? null,
    contactId: "7",
    user_id: null,
    organization: "",
    label: "work",
    photo: null,
    color: null,
    blocked: false,
    others: [],
  };
}

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  names = { "2125550110": "Ana" };
  failures = [];
  isDown = false;
  lookup = new NumberLookup({
    clock,
    onFailed: (failure) => failures.push(failure),
    client: {
      lookUpNumbers: async ({ body }) => {
        asked.push(body.numbers);
        if (isDown) throw new Error("down");
        return body.numbers.map(callerOf);
      },
    },
  });
});

async function settle(): Promise<void> {
  clock.advance(20);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

test("numbers of one screen are asked for together, each once however it is written", async () => {
  lookup.watch("2125550110");
  lookup.watch("+1 (212) 555-0110");
  lookup.watch("101");
  await settle();
  expect(asked).toEqual([["2125550110", "101"]]);
  expect(lookup.find("1-212-555-0110")?.name).toBe("Ana");
});

test("numbers that a fling passes are not asked for; those on which it rests are, and on a long way now and then", async () => {
  const passed: number[] = [];
  let leave = (): void => {};
  for (let index = 0; index < 20; index += 1) {
    leave();
    leave = lookup.watch(`21255${50_000 + index}`);
    clock.advance(16);
    if (asked.length > passed.length) passed.push(index);
  }
  await settle();
  await settle();
  expect(passed).toHaveLength(1);
  expect(asked).toHaveLength(2);
  expect(asked.at(-1)).toEqual(["2125550019"]);
});

test("hidden callers are not asked for", async () => {
  lookup.watch("private");
  lookup.watch("");
  await settle();
  expect(asked).toEqual([]);
  expect(lookup.find("private")).toBeUndefined();
});

test("what is known is not asked again, until a picture's address may have expired", async () => {
  const leave = lookup.watch("2125550110");
  await settle();
  leave();
  lookup.watch("2125550110")();
  await settle();
  expect(asked).toHaveLength(1);
  clock.advance(51 * 60_000);
  lookup.watch("2125550110");
  await settle();
  expect(asked).toHaveLength(2);
});

test("a changed contact shows at once where it is seen, and elsewhere when it is next seen", async () => {
  lookup.watch("2125550110");
  const leave = lookup.watch("2125550111");
  await settle();
  leave();
  names["2125550110"] = "Ana Reyes";
  lookup.refresh();
  await settle();
  expect(asked.at(-1)).toEqual(["2125550110"]);
  expect(lookup.find("2125550110")?.name).toBe("Ana Reyes");
  lookup.watch("2125550111");
  await settle();
  expect(asked.at(-1)).toEqual(["2125550111"]);
});

test("a failure keeps what is shown and is made good later", async () => {
  lookup.watch("2125550110");
  await settle();
  isDown = true;
  lookup.refresh();
  await settle();
  expect(failures).toHaveLength(1);
  expect(lookup.find("2125550110")?.name).toBe("Ana");
  isDown = false;
  lookup.watch("2125550110");
  await settle();
  expect(asked).toHaveLength(3);
});

test("more numbers than one request takes are asked in turn", async () => {
  for (let index = 0; index < 250; index += 1) lookup.watch(`21255${50_000 + index}`);
  await settle();
  await settle();
  expect(asked.map(({ length }) => length)).toEqual([200, 50]);
});

test("after a sign-out nothing is kept, and a late answer is dropped", async () => {
  lookup.watch("2125550110");
  clock.advance(20);
  lookup.stop();
  await settle();
  expect(lookup.find("2125550110")).toBeUndefined();
});

test("a row that is still there while the user signs out asks for nothing", async () => {
  lookup.stop();
  lookup.watch("2125550110");
  await settle();
  expect(asked).toEqual([]);
});

test("a screen that stays open asks anew before the addresses of its pictures end", async () => {
  lookup.watch("2125550110");
  await settle();
  clock.advance(51 * 60_000);
  await settle();
  expect(asked).toEqual([["2125550110"], ["2125550110"]]);
});
