import {
  createSmsSink,
  HttpFaxing,
  HttpTexting,
  type MailSink,
  SipCarrier,
  SmppCarrier,
  startMailSink,
} from "@offhook/simulator";
import { type FastifyInstance, fastify } from "fastify";
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { guardRoutes } from "../../http/routes/route-guard.ts";
import { DEV_ROUTES, registerDevRoutes } from "./dev-routes.ts";

let app: FastifyInstance;
let mail: MailSink;
let carrier: SipCarrier;
let faxing: HttpFaxing;
let texting: { smpp: SmppCarrier; http: HttpTexting };
let resets: number;
let advances: number[];
const sms = createSmsSink();

beforeEach(async () => {
  resets = 0;
  advances = [];
  mail = await startMailSink();
  carrier = await SipCarrier.start();
  texting = { smpp: await SmppCarrier.start(), http: await HttpTexting.start() };
  faxing = await HttpFaxing.start();
  app = fastify();
  guardRoutes(app, DEV_ROUTES);
  registerDevRoutes(app, {
    mail,
    sms,
    carrier,
    texting,
    faxing,
    doorbell: { calls: [], ring: async (to) => to === "101" },
    colleagues: {
      isOn: true,
      people: [{ name: "Priya Nair", state: "paused" }],
      switch: async (isOn) => !isOn,
    },
    reset: async () => void resets++,
    advanceClock: (byMs) => advances.push(byMs),
  });
});
afterEach(async () => {
  await app.close();
  await mail.stop();
  await carrier.stop();
  await Promise.all([texting.smpp.stop(), texting.http.stop(), faxing.stop()]);
});

describe("mail", () => {
  beforeEach(async () => {
    await send("maya@harborlight.example", "First");
    await send("dev@harborlight.example", "<b>Second</b>");
  });

  test("is listed, newest first, with everything in it as text", async () => {
    const { body, headers } = await app.inject("/dev/mail");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(body).not.toContain("<b>Second</b>");
    expect(body.indexOf("Second")).toBeLessThan(body.indexOf("First"));
  });

  test("is there for programs, also by receiver", async () => {
    expect((await list()).map(({ subject }) => subject)).toEqual(["<b>Second</b>", "First"]);
    const [mayas, ...others] = await list("?to=maya@harborlight.example");
    expect(others).toEqual([]);
    expect(mayas).toMatchObject({ subject: "First", text: expect.stringContaining("Hello") });
  });

  test("has its files, to be loaded and never shown", async () => {
    const attachments = [{ filename: "a <b>.mp3", content: "ID3" }];
    await send("maya@harborlight.example", "With a file", attachments);
    const [newest] = await list();
    expect(newest).toMatchObject({ attachments: [{ name: "a <b>.mp3", size: 3 }] });
    expect((await app.inject(`/dev/mail/${newest?.id}`)).body).toContain("a &#60;b&#62;.mp3</a> (3 bytes)");
    const file = await app.inject(`/dev/mail/${newest?.id}/files/0`);
    expect(file.body).toBe("ID3");
    expect(file.headers).toMatchObject({ "content-disposition": "attachment" });
    expect((await app.inject(`/dev/mail/${newest?.id}/files/1`)).statusCode).toBe(404);
  });

  test("is shown in a frame that runs nothing", async () => {
    const [newest] = await list();
    const page = await app.inject(`/dev/mail/${newest?.id}`);
    expect(page.body).toContain(`src="/dev/mail/${newest?.id}/html"`);
    const body = await app.inject(`/dev/mail/${newest?.id}/html`);
    expect(body.headers["content-security-policy"]).toMatch(/^sandbox (?!.*allow-scripts)/);
    expect(body.body).toContain('<base target="_top">');
  });

  test.each(["/dev/mail/unknown", "/dev/mail/unknown/html"])("%s is not found", async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });
});

test("text messages are listed", async () => {
  await sms.send({ from: "Offhook", to: "12125550150", text: "Your code is <1>" });
  expect((await app.inject("/dev/sms")).body).toContain("Your code is &#60;1&#62;");
  expect((await app.inject("/dev/sms.json")).json()).toMatchObject([{ to: "12125550150" }]);
});

describe("a reset", () => {
  test("is done for the console and for programs", async () => {
    expect((await reset("same-origin")).json()).toEqual({ error: null, result: {} });
    await app.inject({ method: "POST", url: "/dev/reset" });
    expect(resets).toBe(2);
  });

  test.each(["cross-site", "same-site", "none"])("is refused to a page that is %s", async (site) => {
    expect((await reset(site)).statusCode).toBe(403);
    expect(resets).toBe(0);
  });
});

function reset(site: string) {
  return app.inject({ method: "POST", url: "/dev/reset", headers: { "sec-fetch-site": site } });
}

async function list(query = ""): Promise<{ id: string; subject: string }[]> {
  return (await app.inject(`/dev/mail.json${query}`)).json();
}

async function send(to: string, subject: string, attachments: object[] = []): Promise<void> {
  const transport = createTransport(mail.url);
  const texts = { subject, text: "Hello", html: "<p>Hello</p>" };
  await transport.sendMail({ from: "a@offhook.example", to, ...texts, attachments });
  transport.close();
}

test("the clock moves forward, by a sensible time", async () => {
  const move = (ms: string) => app.inject({ method: "POST", url: `/dev/clock?advance_ms=${ms}` });
  expect((await move("60000")).statusCode).toBe(200);
  for (const ms of ["-1", "", "soon", "1e30"])
    expect((await move(ms)).statusCode).toBe(ms === "" ? 200 : 400);
  expect(advances).toEqual([60_000, 0]);
});

describe("people outside", () => {
  test("call only when the customer is connected, with numbers, and not from foreign pages", async () => {
    const call = (query: string, headers = {}) =>
      app.inject({ method: "POST", url: `/dev/calls?${query}`, headers });
    const numbers = "from=12125550177&to=12125550141";
    expect((await call(numbers)).statusCode).toBe(503);
    for (const wrong of [
      "from=abc&to=1",
      `${numbers}&speech=song`,
      `${numbers}&keys=x`,
      `${numbers}&gives_up=0`,
    ])
      expect((await call(wrong)).statusCode).toBe(400);
    expect((await call(numbers, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await app.inject("/dev/calls.json")).json()).toEqual({ isConnected: false, calls: [] });
  });
});

describe("fax machines outside", () => {
  test("call only when the customer is connected, with numbers, and not from foreign pages", async () => {
    const fax = (query: string, headers = {}) =>
      app.inject({ method: "POST", url: `/dev/faxes?${query}`, headers });
    const numbers = "from=12125550177&to=12125550130";
    expect((await fax(numbers)).statusCode).toBe(503);
    expect((await fax(`${numbers}&document=secrets`)).statusCode).toBe(400);
    expect((await fax(numbers, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await app.inject("/dev/faxes.json")).json()).toEqual({ faxes: [] });
  });
});

describe("people outside who text", () => {
  test("need numbers, and not a foreign page", async () => {
    const text = (query: string, headers = {}) =>
      app.inject({ method: "POST", url: `/dev/texts${query}`, headers });
    expect((await text("?from=abc&to=1")).statusCode).toBe(400);
    const numbers = "?from=12125550177&to=12125550110&text=Hi";
    expect((await text(numbers, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await text("/cut?seconds=61")).statusCode).toBe(400);
    expect((await text("/cut?seconds=1")).statusCode).toBe(200);
    const { result } = (await app.inject("/dev/texts.json")).json();
    expect(result).toEqual({ isConnected: false, texts: [] });
  });
});

describe("an outage", () => {
  test("cuts what is connected and takes nothing new until it is over", async () => {
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const reach = () => fetch(`${address}/dev/calls.json`).then(({ ok }) => ok);
    expect(await reach()).toBe(true);
    expect((await fetch(`${address}/dev/outage?seconds=1`, { method: "POST" })).status).toBe(200);
    await expect.poll(() => reach().catch(() => "gone"), { timeout: 10_000 }).toBe("gone");
    await expect.poll(() => reach().catch(() => "gone"), { timeout: 10_000 }).toBe(true);
  });

  test("is refused to foreign pages, and forever is too long", async () => {
    const cut = (query: string, headers = {}) =>
      app.inject({ method: "POST", url: `/dev/outage?${query}`, headers });
    expect((await cut("seconds=5", { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    for (const seconds of ["0", "61", "soon"]) expect((await cut(`seconds=${seconds}`)).statusCode).toBe(400);
  });
});

test("colleagues are told of, and switched where desk phones can be connected", async () => {
  const post = (query: string, headers = {}) =>
    app.inject({ method: "POST", url: `/dev/colleagues?${query}`, headers });
  const told = { is_on: true, people: [{ name: "Priya Nair", state: "paused" }] };
  expect((await app.inject("/dev/colleagues.json")).json()).toEqual(told);
  expect((await post("on=0")).json()).toEqual(told);
  expect((await post("on=1")).statusCode).toBe(503);
  expect((await post("on=perhaps")).statusCode).toBe(400);
  expect((await post("on=0", { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
});

test("the doorbell rings an extension, where a device can be connected", async () => {
  const ring = (query: string, headers = {}) =>
    app.inject({ method: "POST", url: `/dev/doorbell?${query}`, headers });
  expect((await ring("to=101")).statusCode).toBe(200);
  expect((await ring("to=102")).statusCode).toBe(503);
  expect((await ring("to=abc")).statusCode).toBe(400);
  expect((await ring("to=101", { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  expect((await app.inject("/dev/doorbell.json")).json()).toEqual({ calls: [] });
});
