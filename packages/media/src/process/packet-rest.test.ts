import { beforeEach, expect, test } from "vitest";
import { PacketRest } from "./packet-rest.ts";

let later: (() => void)[];
let slept: number[];
let rest: PacketRest;

beforeEach(() => {
  later = [];
  slept = [];
  rest = new PacketRest({ afterArrivals: (task) => later.push(task), sleep: (ms) => slept.push(ms) });
});

function beat(packets: number): void {
  for (let each = 0; each < packets; each += 1) rest.onPacket();
  for (const task of later.splice(0)) task();
  rest.tick();
}

test("a few calls never wait for one another", () => {
  for (let each = 0; each < 5; each += 1) beat(19);
  expect(slept).toEqual([]);
});

test("many calls rest once after each handful", () => {
  beat(20);
  expect(slept).toEqual([]);
  beat(20);
  expect(slept).toHaveLength(1);
  beat(1);
  expect(slept).toHaveLength(2);
});

test("the rest ends with the beat in which it has become quiet", () => {
  beat(100);
  beat(3);
  const before = slept.length;
  beat(3);
  expect(slept).toHaveLength(before);
});
