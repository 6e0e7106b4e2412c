import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { LOOPBACK, listenOnLoopback } from "../loopback-server.ts";
import { HttpTexting, type HttpTextingOptions } from "./http-texting.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Heard {
  readonly body: string;
  readonly signature: string;
}

async function provided(options: HttpTextingOptions = {}) {
  const provider = await HttpTexting.start(options);
  const heard: Heard[] = [];
  let failures = 1;
  const customer = createServer((request, response) => {
    if (request.method === "GET") {
      response.end("a picture");
      return;
    }
    void text(request).then((body) => {
      heard.push({ body, signature: String(request.headers["x-signature"]) });
      response.writeHead(failures-- > 0 ? 503 : 200).end();
    });
  });
  const origin = `http://${LOOPBACK}:${await listenOnLoopback(customer)}`;
  provider.deliverTo(() => `${origin}/hook`);
  closers.push(
    () => customer.close(),
    () => customer.closeAllConnections(),
    () => provider.stop(),
  );
  const submit = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${provider.address}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${provider.token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { provider, heard, origin, submit };
}

const TEXT = { from: "12125550110", to: "12125550171", text: "Look" };

test("takes a picture from the customer's address, once for each key, and reports by signed webhook", async () => {
  const { provider, heard, origin, submit } = await provided();
  const media = [{ url: `${origin}/file`, type: "image/png", name: "a.png" }];
  const answers = await Promise.all(
    [1, 2].map(() => submit({ ...TEXT, media }, { "idempotency-key": "one" }).then((each) => each.json())),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(provider.texts()).toMatchObject([{ ...TEXT, media: [{ name: "a.png", size: 9 }] }]);
  // The first attempt was refused.
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2);
  const { body, signature } = heard[1]!;
  const [{ id }] = answers as [{ id: string }];
  expect(JSON.parse(body)).toMatchObject({ type: "message.status", id, state: "delivered" });
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac("sha256", provider.webhookSecret).update(`${seconds}.${body}`).digest("hex");
  expect(given).toBe(expected);
});

test("somebody sends a photo that the customer can fetch with the token alone", async () => {
  const { provider, heard } = await provided();
  await provider.sendPhoto({ from: TEXT.to, to: TEXT.from, text: "Here" });
  const { media } = JSON.parse(heard.at(-1)!.body);
  expect((await fetch(media[0].url)).status).toBe(401);
  const photo = await fetch(media[0].url, { headers: { authorization: `Bearer ${provider.token}` } });
  const bytes = Buffer.from(await photo.arrayBuffer());
  expect(bytes.length).toBe(media[0].size);
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
});

test("refuses what cannot be: a wrong number, media out of reach, a request that is none", async () => {
  const { submit, provider } = await provided();
  const wrong = await submit({ ...TEXT, to: "12125550199" });
  expect([wrong.status, await wrong.json()]).toMatchObject([422, { code: "21211" }]);
  const lost = await submit({
    ...TEXT,
    media: [{ url: "http://127.0.0.1:9/x", type: "image/png", name: "x" }],
  });
  expect(lost.status).toBe(422);
  const headers = { authorization: `Bearer ${provider.token}` };
  const broken = await fetch(`${provider.address}/messages`, { method: "POST", headers, body: "{" });
  expect(broken.status).toBe(400);
  expect((await submit(TEXT, { authorization: "Bearer other" })).status).toBe(401);
  expect(provider.texts()).toEqual([]);
});
