import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type ChatColleague, chatColleague } from "../testing/chat-colleagues.ts";
import type { WireClient } from "../testing/wire-client.ts";

let world: TestApp;
let origin: string;
let maya: ChatColleague;
let ines: ChatColleague;

beforeAll(async () => {
  world = await createTestApp({ env: { OFFHOOK_DEMO: "1" } });
  origin = await world.listen();
  [maya, ines] = [await chatColleague(world, origin, "maya"), await chatColleague(world, origin, "ines")];
  for (const { wire } of [maya, ines]) await wire.ask("sub", { topic: "me" });
});
afterAll(async () => {
  maya.wire.end();
  ines.wire.end();
  await world.close();
});

async function ownFace({ wire }: ChatColleague): Promise<unknown> {
  return (await wire.meta("get", { topic: "me", what: "desc" }))?.desc?.public;
}

async function faceAt(wire: WireClient, topic: string): Promise<unknown> {
  return (await wire.meta("get", { topic, what: "desc" }))?.desc?.public;
}

/** Resolves when the client hears that a contact looks otherwise. */
async function toldOf({ wire }: ChatColleague, src: string): Promise<void> {
  await wire.next((frame) => "pres" in frame && frame.pres.what === "upd" && frame.pres.src === src);
  wire.frames.length = 0;
}

test("[CHAT-U1] nobody takes another's name, account, nickname or status over the wire", async () => {
  const before = await ownFace(ines);
  expect(before).toMatchObject({ userId: ines.accountId, icon: "ID", color: expect.stringMatching(/^#/) });
  for (const forged of [
    { fn: "Maya Okafor" },
    { userId: maya.accountId },
    { fn: "Maya", userId: 1 },
    { nickname: "Maya" },
    { status: { name: "Away", emoji: "x" } },
    "Maya",
    "\u2421",
  ])
    expect(await ines.wire.ask("set", { topic: "me", desc: { public: forged } })).toMatchObject({
      code: 403,
    });
  expect(await ownFace(ines)).toEqual(before);
  // The rest of the public data is the user's own.
  const note = { note: "Front desk", fn: (before as { fn: string }).fn };
  expect(await ines.wire.ask("set", { topic: "me", desc: { public: note } })).toMatchObject({ code: 200 });
  expect(await ownFace(ines)).toEqual({ ...(before as object), note: "Front desk" });
  const team = { topic: "new1", set: { desc: { public: { fn: "Maya", userId: maya.accountId } } } };
  expect(await ines.wire.ask("sub", team)).toMatchObject({ code: 403 });
});

test("[CHAT-U2] another name, nickname, picture or status in the profile is seen in chat, and contacts are told", async () => {
  await ines.wire.ask("sub", { topic: maya.id });
  ines.wire.frames.length = 0;
  await maya.call("PUT", "/myProfile", { firstname: "Mayara", lastname: "Stone" });
  await toldOf(ines, maya.id);
  expect(await faceAt(ines.wire, maya.id)).toMatchObject({ fn: "Mayara Stone", icon: "MS" });
  await maya.call("PUT", "/teams/set-nickname", { nickname: "May", fn: "Maya Jane Stone" });
  await toldOf(ines, maya.id);
  expect(await faceAt(ines.wire, maya.id)).toMatchObject({ fn: "Maya Jane Stone", nickname: "May" });
  expect((await maya.call("GET", "/myProfile")).body.result).toMatchObject({
    firstname: "Maya Jane",
    lastname: "Stone",
    teamsNickname: "May",
  });
  const uuid = "0b9c7f0e-2b4e-4a5d-9d5e-3a1f6f0c2d11";
  await maya.call("POST", "/user/status", { uuid, status: { name: "At lunch", emoji: "🍜" } });
  await toldOf(ines, maya.id);
  expect(await faceAt(ines.wire, maya.id)).toMatchObject({ status: { name: "At lunch", emoji: "🍜" } });
  await maya.call("PUT", "/user/status", { status_id: null });
  await toldOf(ines, maya.id);
  expect(await faceAt(ines.wire, maya.id)).not.toHaveProperty("status");
  // The finder knows the new name and not the old one.
  await ines.wire.ask("sub", { topic: "fnd" });
  await ines.wire.ask("set", { topic: "fnd", desc: { public: "stone" } });
  const found = await ines.wire.meta("get", { topic: "fnd", what: "sub" });
  expect(found?.sub).toMatchObject([{ topic: maya.id, public: { fn: "Maya Jane Stone" } }]);
});

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("[CHAT-U3] the picture of a profile is loaded with a chat login by colleagues alone", async () => {
  await maya.call("PUT", "/myPhoto", { image: PIXEL });
  await toldOf(ines, maya.id);
  const { photo } = (await faceAt(ines.wire, maya.id)) as { photo: { ref: string; type: string } };
  expect(photo).toEqual({ type: "png", ref: expect.stringMatching(/^\/v0\/file\/s\/[0-9a-f]{32}\.png$/) });
  const loaded = await fetch(`${origin}${photo.ref}`, { headers: ines.fileHeaders });
  expect([loaded.status, loaded.headers.get("content-type")]).toEqual([200, "image/png"]);
  const { id: strangerId } = await world.database.query
    .selectFrom("users")
    .select("id")
    .where("customer_id", "!=", 1)
    .where("disabled_at", "is", null)
    .executeTakeFirstOrThrow();
  const stranger = await fetch(`${origin}${photo.ref}`, {
    headers: {
      ...ines.fileHeaders,
      "x-tinode-auth": `Bearer ${Buffer.from(`test-app-key:${await world.signIn(strangerId)}`).toString("base64")}`,
    },
  });
  expect(stranger.status).toBe(404);
});

test("[CHAT-U4] the owner gives a team another name, a description and a picture, and its members are told", async () => {
  const { topic = "" } = await maya.wire.ask("sub", {
    topic: "new1",
    set: { desc: { public: { fn: "Night" } } },
  });
  await maya.wire.ask("set", { topic, sub: { user: ines.id } });
  const form = new FormData();
  form.append("file", new Blob([Buffer.from(PIXEL, "base64")]), "sign.png");
  const upload = await fetch(`${origin}/v0/file/u/`, {
    method: "POST",
    headers: maya.fileHeaders,
    body: form,
  });
  const { ctrl } = (await upload.json()) as { ctrl: { params: { url: string } } };
  const ref = ctrl.params.url;
  ines.wire.frames.length = 0;
  const face = { fn: "Night shift", note: "Everybody after six", photo: { type: "png", ref } };
  expect(await maya.wire.ask("set", { topic, desc: { public: face } }, { attachments: [ref] })).toMatchObject(
    { code: 200 },
  );
  await toldOf(ines, topic);
  expect(await faceAt(ines.wire, topic)).toEqual(face);
  expect((await fetch(`${origin}${ref}`, { headers: ines.fileHeaders })).status).toBe(200);
  await ines.wire.ask("sub", { topic });
  expect(await ines.wire.ask("set", { topic, desc: { public: { fn: "Mine" } } })).toMatchObject({
    code: 403,
  });
  expect(
    await maya.wire.ask("set", { topic, desc: { public: { photo: "\u2421", note: "\u2421" } } }),
  ).toMatchObject({ code: 200 });
  expect(await faceAt(ines.wire, topic)).toEqual({ fn: "Night shift" });
});
