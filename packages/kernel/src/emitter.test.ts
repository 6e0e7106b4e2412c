import { expect, test } from "vitest";
import { Emitter } from "./emitter.ts";

interface Events {
  rang: number;
}

test("a listener hears events until it is removed", () => {
  const emitter = new Emitter<Events>();
  const heard: number[] = [];
  const stop = emitter.on("rang", (times) => heard.push(times));
  emitter.emit("rang", 1);
  stop();
  emitter.emit("rang", 2);
  expect(heard).toEqual([1]);
});

test("a listener removed during delivery still hears that event, and one added does not", () => {
  const emitter = new Emitter<Events>();
  const heard: string[] = [];
  emitter.on("rang", () => {
    stop();
    emitter.on("rang", () => heard.push("late"));
  });
  const stop = emitter.on("rang", () => heard.push("removed"));
  emitter.emit("rang", 1);
  expect(heard).toEqual(["removed"]);
});
