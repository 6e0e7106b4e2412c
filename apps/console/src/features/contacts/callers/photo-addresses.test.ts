import { FakeClock } from "@offhook/testkit";
import { beforeEach, expect, test } from "vitest";
import { PhotoAddresses } from "./photo-addresses.ts";

let clock: FakeClock;
let asked: string[];
let isDown: boolean;
let photos: PhotoAddresses;

const addressUntil = (at: number): string => `/api/files/abc?expires=${at}&signature=x`;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  isDown = false;
  photos = new PhotoAddresses({
    clock,
    onFailed: () => {},
    client: {
      contactPhotos: async ({ query }) => {
        asked.push(query.ids as unknown as string);
        if (isDown) throw new Error("down");
        return [{ id: "1", photo: addressUntil(clock.now() + 3_600_000) }];
      },
    },
  });
});

async function settle(): Promise<void> {
  clock.advance(20);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

test("an address says itself when it ends, one of another service never does", () => {
  expect(photos.isOver(addressUntil(clock.now() + 120_000))).toBe(false);
  expect(photos.isOver(addressUntil(clock.now() + 30_000))).toBe(true);
  expect(photos.isOver("https://pictures.example/ana.jpg?sz=100")).toBe(false);
});

test("rows of one screen are asked for together, and nobody twice in a row", async () => {
  photos.ask("1");
  photos.ask("2");
  photos.ask("1");
  await settle();
  expect(asked).toEqual(["1,2"]);
  expect(photos.state.getState().byId.get("1")).toContain("/api/files/abc");
  photos.ask("2");
  await settle();
  expect(asked).toHaveLength(1);
});

test("after an outage the next row that is drawn asks again", async () => {
  isDown = true;
  photos.ask("1");
  await settle();
  isDown = false;
  photos.ask("1");
  await settle();
  expect(photos.state.getState().byId.has("1")).toBe(true);
});
