import { expect, test } from "vitest";
import { MemoryStore } from "./key-value-store.ts";
import { chooseCamera, chosenCamera, playbackRateMemory } from "./media-choices.ts";

test("the speed is the one last chosen, and plain nonsense is the normal one", () => {
  const store = new MemoryStore();
  const memory = playbackRateMemory(store);
  expect(memory.rate()).toBe(1);
  memory.remember(1.5);
  expect(playbackRateMemory(store).rate()).toBe(1.5);
  for (const text of ["9", '"fast"', "{"]) {
    store.set("playbackRate", text);
    expect(memory.rate()).toBe(1);
  }
});

test("the camera is the one last chosen", () => {
  const store = new MemoryStore();
  expect(chosenCamera(store)).toBeNull();
  chooseCamera(store, { label: "Desk camera", browserId: "cam" });
  expect(chosenCamera(store)).toEqual({ label: "Desk camera", browserId: "cam" });
  store.set("videoInput", "{");
  expect(chosenCamera(store)).toBeNull();
});
