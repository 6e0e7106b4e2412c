import { createHash, createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpTexting } from "@offhook/simulator";
import { FakeClock } from "@offhook/testkit";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { createDiskObjectStore } from "../../../platform/files/object-store-disk.ts";
import { isSignedWebhook } from "../../../platform/webhooks/webhook-signature.ts";
import type { IncomingText, OutgoingText, TextReceipt } from "../text-carrier.ts";
import { HttpTextCarrier } from "./http-text-carrier.ts";
import { registerTextWebhooks } from "./text-webhook-routes.ts";

const SECRET = "the secret of these tests";
const TEXT: OutgoingText = { id: "one", from: "12125550110", to: "12125550171", body: "Look", media: [] };
const received: IncomingText[] = [];
const receipts: TextReceipt[] = [];
let folder: string;
let objects: ObjectStore;
let provider: HttpTexting;
let carrier: HttpTextCarrier;
let app: FastifyInstance;
let failures = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-http-carrier-"));
  objects = await createDiskObjectStore(folder);
  provider = await HttpTexting.start({ webhookSecret: SECRET });
  app = Fastify();
  const config = {
    url: provider.address,
    token: provider.token,
    webhookSecret: SECRET,
    maxMediaBytes: 1_000,
  };
  const fileAddress = (key: string) => `${app.listeningOrigin}/files/${key}`;
  carrier = new HttpTextCarrier({ config, objects, fileAddress });
  carrier.start({
    received: async (text) => {
      if (failures-- > 0) throw new Error("The database is away");
      received.push(text);
    },
    receipt: async (receipt) => {
      receipts.push(receipt);
      return !("carrierId" in receipt && receipt.carrierId === "unknown");
    },
  });
  registerTextWebhooks(app, carrier, pino({ level: "silent" }));
  app.get<{ Params: { key: string } }>(
    "/files/:key",
    async ({ params }) => (await objects.get(params.key))?.stream,
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  provider.deliverTo(() => `${app.listeningOrigin}/api/sms/webhook`);
});
beforeEach(() => {
  received.length = 0;
  receipts.length = 0;
  failures = 0;
});
afterAll(async () => {
  await carrier.close();
  await provider.stop();
  await app.close();
  await rm(folder, { recursive: true });
});

const post = (body: string, signature?: string) =>
  app.inject({
    method: "POST",
    url: "/api/sms/webhook",
    headers: {
      "content-type": "application/json",
      ...(signature !== undefined && { "x-signature": signature }),
    },
    payload: body,
  });
const signed = (body: string, seconds = Math.floor(Date.now() / 1000)): string =>
  `t=${seconds},v1=${createHmac("sha256", SECRET).update(`${seconds}.${body}`).digest("hex")}`;

test("[HTT1] a picture reaches the provider, once for each text, and its receipt comes back", async () => {
  const content = Buffer.from("a picture, as far as this test is concerned");
  const { key, size } = await objects.put(content, { maxBytes: 1_000 });
  const media = [{ key, type: "image/png", name: "plan.png", size }];
  const result = await carrier.submit({ ...TEXT, media });
  expect(await carrier.submit({ ...TEXT, media })).toEqual(result);
  const sha256 = createHash("sha256").update(content).digest("hex");
  expect(provider.texts()).toMatchObject([{ text: "Look", media: [{ name: "plan.png", size, sha256 }] }]);
  await expect.poll(() => receipts.length).toBe(1);
  expect("carrierIds" in result && result.carrierIds).toEqual([
    (receipts[0] as { carrierId: string }).carrierId,
  ]);
  expect(receipts[0]).toMatchObject({ state: "delivered", code: "" });
});

test("[HTT2] refused for good is told with the code; a provider that is away is not a refusal", async () => {
  expect(await carrier.submit({ ...TEXT, id: "two", to: "12125550199" })).toMatchObject({ refused: "21211" });
  const config = { url: provider.address, token: "wrong", webhookSecret: SECRET, maxMediaBytes: 1 };
  const stranger = new HttpTextCarrier({ config, objects, fileAddress: String });
  await expect(stranger.submit(TEXT)).rejects.toThrow(/401/);
  const away = new HttpTextCarrier({
    config: { ...config, url: "http://127.0.0.1:9" },
    objects,
    fileAddress: String,
  });
  await expect(away.submit(TEXT)).rejects.toThrow();
});

test("[HTT3] what somebody sends is fetched and kept, and comes again when it could not be", async () => {
  failures = 1;
  await provider.sendPhoto({ from: "12125550171", to: "12125550110", text: "Here" });
  expect(received).toMatchObject([{ from: "12125550171", to: "12125550110", body: "Here" }]);
  const [photo] = received[0]!.media;
  expect(photo).toMatchObject({ type: "image/png", name: "photo.png" });
  expect((await objects.head(photo!.key))?.size).toBe(photo!.size);
});

test("[HTT4] files elsewhere are not fetched, and the text says so", async () => {
  const media = [{ url: "http://127.0.0.1:9/secret", type: "image/png", name: "a.png" }];
  const event = {
    type: "message.received",
    id: "e1",
    from: "12125550171",
    to: "12125550110",
    text: "Hi",
    media,
    at: 1,
  };
  const body = JSON.stringify(event);
  expect((await post(body, signed(body))).statusCode).toBe(200);
  expect(received).toMatchObject([
    { body: "Hi\n[The file a.png could not be had from the carrier.]", media: [] },
  ]);
});

test("[HTT5] only what the provider has signed, and lately, is heard", async () => {
  const body = JSON.stringify({ type: "message.status", id: "m", state: "delivered", at: 5 });
  const now = Math.floor(Date.now() / 1000);
  expect((await post(body)).statusCode).toBe(401);
  expect((await post(body, "t=1,v1=00")).statusCode).toBe(401);
  expect((await post(body, signed(`${body} `))).statusCode).toBe(401);
  expect((await post(body, signed(body, now - 301))).statusCode).toBe(401);
  expect((await post(body, signed(body, now + 302))).statusCode).toBe(401);
  expect(receipts).toEqual([]);
  expect((await post(body, signed(body, now - 200))).statusCode).toBe(200);
  expect(receipts).toEqual([{ carrierId: "m", state: "delivered", code: "", at: 5 }]);
});

test("[HTT7] a receipt for a text that is not known yet is asked for again, an old one is not", async () => {
  const about = (at: number) =>
    JSON.stringify({ type: "message.status", id: "unknown", state: "delivered", at });
  const fresh = about(Date.now());
  expect((await post(fresh, signed(fresh))).statusCode).toBe(503);
  const old = about(Date.now() - 130_000);
  expect((await post(old, signed(old))).statusCode).toBe(200);
});

test("[HTT5] a second signature is enough while the secret is changed", () => {
  const now = new FakeClock().now();
  const seconds = Math.floor(now / 1000);
  const header = `${signed("x", seconds).replace("v1=", `v1=${"0".repeat(64)},v1=`)}`;
  expect(isSignedWebhook(header, "x", { secret: SECRET, now })).toBe(true);
  expect(isSignedWebhook(header, "x", { secret: "another", now })).toBe(false);
});

test.each([
  "",
  "{",
  "[]",
  '{"type":"message.received"}',
  '{"type":"other"}',
  '{"type":"message.status","id":"a\\u0000","state":"sent","at":1}',
])("[HTT6] signed nonsense is a client's fault: %s", async (body) => {
  expect((await post(body, signed(body))).statusCode).toBe(400);
});
