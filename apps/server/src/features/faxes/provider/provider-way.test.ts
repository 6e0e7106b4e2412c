import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpFaxing, type HttpFaxingOptions } from "@offhook/simulator";
import Fastify from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { IncomingFax } from "../arrivals/fax-arrivals.ts";
import { plainFaxPages } from "../testing/plain-fax-pages.ts";
import type { FaxJob, FaxProgress } from "../ways/fax-transport.ts";
import { FaxProviderClient, retryAfterMs } from "./fax-provider-client.ts";
import { registerFaxWebhooks } from "./fax-webhook-routes.ts";
import { ProviderArrivals } from "./provider-arrivals.ts";
import { ProviderWay } from "./provider-way.ts";

const PAGES = Buffer.from("II*\0 stands for pages");
const never = new AbortController().signal;
let folder: string;
let job: FaxJob;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-provider-"));
  const tiffFile = join(folder, "fax.tiff");
  await writeFile(tiffFile, PAGES);
  job = {
    faxId: "one",
    tryNumber: 1,
    companyId: 1,
    from: "12125550110",
    to: "12125550171",
    stationId: "+12125550110",
    headerText: "",
    tiffFile,
    pages: 3,
    firstPage: 1,
    resolution: "fine",
  };
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(folder, { recursive: true });
});

async function provided(options: HttpFaxingOptions = {}, { failures = 0 } = {}) {
  const provider = await HttpFaxing.start({ pageMs: 20, ringMs: 40, ...options });
  const config = { url: provider.address, token: provider.token, webhookSecret: provider.webhookSecret };
  const client = new FaxProviderClient(config, { firstWaitMs: 20 });
  const taken: (IncomingFax & { readonly content: string })[] = [];
  let failing = failures;
  const arrivals = new ProviderArrivals({
    client,
    pages: plainFaxPages,
    log: pino({ level: "silent" }),
    arrivals: {
      take: async (fax) => {
        if (failing-- > 0) throw new Error("The database is away");
        taken.push({ ...fax, content: await readFile(fax.tiffFile, "latin1") });
        return "kept";
      },
    },
  });
  const way = new ProviderWay({ config, client, arrivals, askEveryMs: 30, maxMs: 20_000 });
  const app = Fastify();
  registerFaxWebhooks(app, way, pino({ level: "silent" }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  provider.deliverTo(() => `${app.listeningOrigin}/api/fax/webhook`);
  closing.push(
    () => provider.stop(),
    () => app.close(),
  );
  return { provider, way, taken, app, config };
}

test.each([
  ["by webhook", true],
  ["by asking", false],
])("a fax arrives, page by page, heard %s", async (_how, tells) => {
  const { provider, way } = await provided({ tells, pageMs: tells ? 20 : 120 });
  const heard: FaxProgress[] = [];
  const outcome = await way.send(job, (progress) => heard.push(progress), never);
  expect(outcome).toEqual({
    kind: "delivered",
    pages: 3,
    station: "+12125550171",
    detail: "OK",
    way: "provider",
  });
  const pages = heard.map(({ page }) => page);
  expect(pages).toEqual([...new Set(pages)].toSorted());
  expect(pages.at(-1)).toBe(3);
  const [carried] = provider.faxes();
  expect(carried).toMatchObject({ from: job.from, to: job.to, stationId: job.stationId, resolution: "fine" });
  expect(carried?.file.equals(PAGES)).toBe(true);
});

test.each([
  ["is busy", "12125550199", "busy", 0],
  ["never answers", "12125550198", "noAnswer", 0],
  ["is not in service", "12125550197", "noSuchNumber", 0],
  ["answers as a person", "12125550196", "notFax", 0],
  ["breaks off at page 2", "12125550195", "dropped", 1],
])("one that %s fails with its reason", async (_who, to, reason, pages) => {
  const { way } = await provided();
  expect(await way.send({ ...job, to }, () => {}, never)).toMatchObject({ kind: "failed", reason, pages });
});

test("the same try is one fax, also after a restart in the middle; the next try goes on where it broke off", async () => {
  const { way, provider } = await provided();
  const [one, other] = await Promise.all([way.send(job, () => {}, never), way.send(job, () => {}, never)]);
  expect([one.kind, other.kind]).toEqual(["delivered", "delivered"]);
  expect(provider.faxes()).toHaveLength(1);
  expect(await way.recall()).toEqual({ kind: "goesOn" });
  const next = { ...job, tryNumber: 2, firstPage: 3 };
  const heard: number[] = [];
  expect(await way.send(next, ({ page }) => heard.push(page), never)).toMatchObject({
    kind: "delivered",
    pages: 3,
  });
  expect(new Set(heard)).toEqual(new Set([3]));
  expect(provider.faxes()).toHaveLength(2);
});

test("waits as long as a provider says that has had enough", async () => {
  const { way, provider } = await provided();
  provider.throttle(2, 1);
  const begun = performance.now();
  expect(await way.send(job, () => {}, never)).toMatchObject({ kind: "delivered" });
  expect(performance.now() - begun).toBeGreaterThan(1_900);
  const at = (header: string) => retryAfterMs(new Response(null, { headers: { "retry-after": header } }), 0);
  expect([at("7"), at("Thu, 01 Jan 1970 00:00:05 GMT"), at("soon")]).toEqual([7_000, 5_000, undefined]);
});

test("a fax that is stopped is canceled at the provider", async () => {
  const { way, provider } = await provided({ pageMs: 10_000 });
  const stop = new AbortController();
  const sent = way.send(job, () => stop.abort(), stop.signal);
  expect(await sent).toMatchObject({ kind: "failed", reason: "dropped", pages: 0 });
  expect(provider.faxes()[0]?.state).toBe("canceled");
});

test("a fax that comes in is kept once it is stored, and told again until then", async () => {
  const { provider, taken } = await provided({}, { failures: 1 });
  await provider.fax({ from: "12125550171", to: "12125550110", station: "ACME", file: PAGES, pages: 2 });
  expect(taken).toMatchObject([
    {
      lineNumber: "12125550110",
      callerNumber: "12125550171",
      station: "ACME",
      pages: 2,
      content: PAGES.toString(),
    },
  ]);
  expect(taken[0]?.sourceId).toMatch(/^provider:./);
});

test("only what the provider has signed is heard, and pages are fetched from it alone", async () => {
  const { app, config, taken } = await provided();
  const post = (body: string, secret: string) => {
    const seconds = Math.floor(Date.now() / 1000);
    const sum = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    const headers = { "x-signature": `t=${seconds},v1=${sum}`, "content-type": "application/json" };
    return app.inject({ method: "POST", url: "/api/fax/webhook", headers, body });
  };
  const event = {
    type: "fax.received",
    id: "forged",
    from: "12125550171",
    to: "12125550110",
    pages: 1,
    file: { url: "http://127.0.0.1:1/secrets" },
    at: Date.now(),
  };
  expect((await post(JSON.stringify(event), "somebody else's secret")).statusCode).toBe(401);
  expect((await post("{}", config.webhookSecret)).statusCode).toBe(400);
  expect(taken).toEqual([]);
  expect((await post(JSON.stringify(event), config.webhookSecret)).statusCode).toBe(200);
  // Kept as a fax whose pages cannot be read; the strange address was never asked.
  expect(taken).toMatchObject([{ content: "", pages: 1 }]);
});
