import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { MAX_PHOTO_BYTES, WRONG_IMAGE_TYPE } from "@offhook/contract";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { createDiskObjectStore } from "../../../platform/files/object-store-disk.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import { PhotoService } from "./photo-service.ts";
import { ProfileService } from "./profile-service.ts";

const photoUrl = (key: string): string => `/files/${key}`;
const log = { warn: (details: unknown) => expect.fail(JSON.stringify(details)) };

let database: TestDatabase;
let folder: string;
let objects: ObjectStore;
let photos: PhotoService;
let company: number;
let maya: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "offhook-photos-"));
  objects = await createDiskObjectStore(folder);
  const profiles = new ProfileService({
    database,
    photoUrl,
    emails: { pending: async () => null, request: async () => {} },
  });
  const publishChange = profiles.publishChange.bind(profiles);
  photos = new PhotoService({ database, objects, photoUrl, log, publishChange });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  company = await aCompany(database);
  maya = await aUser(database, company);
});

describe("a photo that is set", () => {
  test.each(["png", "jpeg", "gif"] as const)(
    "is accepted as %s and made square and small",
    async (format) => {
      const { photo } = await photos.replace(maya, await picture(format));
      const stored = await read(photo);
      const { width, height } = await sharp(stored.bytes).metadata();
      expect([width, height]).toEqual([512, 512]);
      expect(stored.type).toMatch(/^image\/(png|jpeg)$/);
    },
  );

  test("may carry a data prefix, which is not believed", async () => {
    const image = `data:text/html;base64,${await picture("png")}`;
    expect((await read((await photos.replace(maya, image)).photo)).type).toBe("image/jpeg");
  });

  test("keeps its transparency", async () => {
    const image = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    const stored = await read((await photos.replace(maya, image.toString("base64"))).photo);
    expect(stored.type).toBe("image/png");
  });

  test("loses what the camera wrote into it", async () => {
    const image = await sharp(await blue().jpeg().toBuffer())
      .withExif({ IFD0: { Copyright: "home address" } })
      .jpeg()
      .toBuffer();
    expect(image.includes("home address")).toBe(true);
    const { bytes } = await read((await photos.replace(maya, image.toString("base64"))).photo);
    expect(bytes.includes("home address")).toBe(false);
  });

  test("is told to the company, and a colleague can ask for its address", async () => {
    const { photo } = await photos.replace(maya, await picture("png"));
    expect((await eventsOf(database, company)).map(({ event }) => [event.type, event.photo])).toEqual([
      ["PROFILE_UPDATE", photo],
    ]);
    const colleague = await aUser(database, company);
    expect(await photos.find(colleague, maya.userId)).toEqual({ photo });
  });

  test("of another company is not found", async () => {
    await photos.replace(maya, await picture("png"));
    const stranger = await aUser(database, await aCompany(database));
    expect(await photos.find(stranger, maya.userId)).toEqual({ photo: null });
  });
});

test("a new photo replaces the old one, which is deleted", async () => {
  const before = await photos.replace(maya, await picture("png"));
  const after = await photos.replace(maya, await picture("jpeg"));
  expect(after.photo).not.toBe(before.photo);
  await vi.waitFor(async () => expect(await objects.head(keyOf(before.photo))).toBeUndefined(), {
    timeout: 10_000,
  });
  expect(await objects.head(keyOf(after.photo))).toBeDefined();
  const files = await database.query
    .selectFrom("files")
    .select("key")
    .where("customer_id", "=", company)
    .execute();
  expect(files).toEqual([{ key: keyOf(after.photo) }]);
});

test("a removed photo is gone, and removing it again tells nothing", async () => {
  const { photo } = await photos.replace(maya, await picture("png"));
  expect(await photos.remove(maya)).toEqual({ photo: null });
  await photos.remove(maya);
  await vi.waitFor(async () => expect(await objects.head(keyOf(photo))).toBeUndefined(), { timeout: 10_000 });
  expect((await eventsOf(database, company)).map(({ event }) => event.photo)).toEqual([photo, null]);
});

describe("what is refused", () => {
  test.each<[string, () => Promise<string>]>([
    ["text", async () => base64("hello there")],
    ["SVG", async () => base64('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["WebP", async () => (await blue().webp().toBuffer()).toString("base64")],
    ["a PNG that breaks off", async () => (await blue().png().toBuffer()).subarray(0, 40).toString("base64")],
    ["what is no base64", async () => "%%%"],
  ])("%s", async (_what, image) => {
    await expect(photos.replace(maya, await image())).rejects.toMatchObject({
      code: "settings.wrongImageType",
      message: WRONG_IMAGE_TYPE,
      status: 400,
    });
    expect(await eventsOf(database, company)).toEqual([]);
  });

  test("a picture of more pixels than memory should hold", async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(MAX_PHOTO_BYTES);
    await expect(photos.replace(maya, bomb.toString("base64"))).rejects.toMatchObject({
      code: "settings.wrongImageType",
    });
  });

  test("more than eight megabytes", async () => {
    const image = Buffer.alloc(MAX_PHOTO_BYTES + 1).toString("base64");
    await expect(photos.replace(maya, image)).rejects.toMatchObject({ status: 413 });
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function blue() {
  return sharp({ create: { width: 80, height: 40, channels: 3, background: "#2244aa" } });
}

async function picture(format: "png" | "jpeg" | "gif"): Promise<string> {
  return (await blue().toFormat(format).toBuffer()).toString("base64");
}

function keyOf(photo: string | null): string {
  return photo?.split("/").at(-1) ?? "";
}

async function read(photo: string | null) {
  const found = await objects.get(keyOf(photo));
  if (!found) return expect.fail("The photo is not stored");
  return { type: found.type, bytes: await buffer(found.stream) };
}
