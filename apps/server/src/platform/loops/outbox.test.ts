import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { createSmsSink, type MailSink, startMailSink } from "@offhook/simulator";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import type { Mail, Mailer } from "../mail/mail.ts";
import { composeMail } from "../mail/mail-layout.ts";
import { createSmtpMailer } from "../mail/mail-smtp.ts";
import { createSecrets } from "../secrets/secrets.ts";
import { Outbox, type OutboxDeps } from "./outbox.ts";

let database: TestDatabase;
let sink: MailSink;
let clock: FakeClock;
const secrets = createSecrets(randomBytes(32));
const open: Outbox[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startMailSink();
});
beforeEach(() => {
  clock = new FakeClock();
  sink.clear();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((outbox) => outbox.close()));
  await database.query.deleteFrom("outbox_messages").execute();
});
afterAll(async () => {
  await sink.stop();
  await database.drop();
});

const mail: Mail = composeMail("maya@harborlight.example", {
  subject: "Hello",
  paragraphs: ["The code is 123456"],
});

function anOutbox(deps: Partial<OutboxDeps> = {}): Outbox {
  const mailer = createSmtpMailer({ url: sink.url, from: "Offhook <no-reply@phone.example>" });
  const outbox = new Outbox({ database, clock, secrets, log: pino({ level: "silent" }), mailer, ...deps });
  open.push(outbox);
  return outbox;
}

/** Fails as often as it is told to, then works. */
function aFailingMailer(failures: number): Mailer & { readonly ids: string[]; readonly delivered: Mail[] } {
  const ids: string[] = [];
  const delivered: Mail[] = [];
  return {
    ids,
    delivered,
    async send(id, sent) {
      ids.push(id);
      if (ids.length <= failures) throw new Error("421 try again later");
      delivered.push(sent);
    },
    close: () => {},
  };
}

const waiting = async (): Promise<number> =>
  (await database.query.selectFrom("outbox_messages").selectAll().execute()).length;

test("a mail goes out after the commit, with both bodies, and is gone from the outbox", async () => {
  const outbox = anOutbox();
  outbox.start();
  await database.transaction((tx) => outbox.mail(tx, mail));
  await expect.poll(() => sink.mails(), { timeout: 10_000 }).toHaveLength(1);
  expect(sink.mails()[0]).toMatchObject({
    from: "no-reply@phone.example",
    to: ["maya@harborlight.example"],
    subject: "Hello",
    text: "The code is 123456\n",
  });
  expect(sink.mails()[0]?.html).toContain("The code is 123456");
  await expect.poll(waiting).toBe(0);
});

test("a transaction that rolls back sends nothing", async () => {
  const mailer = aFailingMailer(0);
  const outbox = anOutbox({ mailer });
  outbox.start();
  const failed = database.transaction(async (tx) => {
    await outbox.mail(tx, mail);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await database.transaction((tx) => outbox.mail(tx, { ...mail, subject: "Second" }));
  await expect.poll(() => mailer.delivered.map((each) => each.subject)).toEqual(["Second"]);
});

test("[RST2] what was promised by a process that died is sent by the next", async () => {
  const dead = anOutbox();
  await database.transaction((tx) => dead.mail(tx, mail));
  expect(await waiting()).toBe(1);
  const next = anOutbox();
  next.start();
  await expect.poll(() => sink.mails(), { timeout: 10_000 }).toHaveLength(1);
});

test("a mail server that is down is tried again, later each time, under the same id", async () => {
  const mailer = aFailingMailer(2);
  const outbox = anOutbox({ mailer });
  outbox.start();
  await database.transaction((tx) => outbox.mail(tx, mail));
  await expect.poll(() => clock.pendingTimers > 0 && mailer.ids.length).toBe(1);
  await moveUntil(5_000, () => mailer.ids.length === 2);
  await moveUntil(30_000, () => mailer.delivered.length === 1);
  expect(new Set(mailer.ids).size).toBe(1);
  await expect.poll(waiting).toBe(0);
});

/** The loop sets its timer when it has written down the failure; moving the clock before that would move nothing. */
async function moveUntil(byMs: number, isDone: () => boolean): Promise<void> {
  const from = clock.now();
  await expect
    .poll(
      () => {
        if (clock.now() - from < byMs && clock.pendingTimers > 0) clock.advance(byMs);
        return isDone();
      },
      { timeout: 10_000 },
    )
    .toBe(true);
}

test("what nobody waits for any more is given up", async () => {
  const mailer = aFailingMailer(100);
  const outbox = anOutbox({ mailer });
  await database.transaction((tx) => outbox.mail(tx, mail, 60_000));
  clock.advance(60_000);
  outbox.start();
  await expect.poll(waiting).toBe(0);
  expect(mailer.ids).toEqual([]);
});

test("a message that another server has taken is left to it until it must be gone", async () => {
  let finish = (): void => {};
  const stuck: Mailer = {
    send: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
    close: () => {},
  };
  const first = anOutbox({ mailer: stuck });
  await database.transaction((tx) => first.mail(tx, mail));
  first.start();
  await expect
    .poll(
      async () =>
        (await database.query.selectFrom("outbox_messages").select("attempts").executeTakeFirst())?.attempts,
    )
    .toBe(1);
  const mailer = aFailingMailer(0);
  const second = anOutbox({ mailer });
  second.start();
  await second.close();
  expect(mailer.ids).toEqual([]);
  clock.advance(120_000);
  const third = anOutbox({ mailer });
  third.start();
  await expect.poll(() => mailer.delivered.length).toBe(1);
  finish();
});

test("stopping waits for a mail under way, but not forever", async () => {
  const never: Mailer = { send: () => new Promise(() => {}), close: () => {} };
  const outbox = new Outbox({ database, clock, secrets, log: pino({ level: "silent" }), mailer: never });
  await database.transaction((tx) => outbox.mail(tx, mail));
  outbox.start();
  let isClosed = false;
  const closed = outbox.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => clock.pendingTimers).toBe(1);
  clock.advance(2_999);
  await Promise.resolve();
  expect(isClosed).toBe(false);
  clock.advance(1);
  await closed;
  expect(await waiting()).toBe(1);
});

test("[RST7] the content cannot be read from the database", async () => {
  const outbox = anOutbox();
  await database.transaction((tx) => outbox.mail(tx, mail));
  const [row] = await database.query.selectFrom("outbox_messages").selectAll().execute();
  expect(row?.sealed.toString("latin1")).not.toMatch(/123456|maya|Hello/);
});

test("texts go to the carrier; without one, or without a mail server, nothing piles up", async () => {
  const texts = createSmsSink();
  const sms = {
    send: (_id: string, text: { to: string; text: string }) => texts.send({ from: "Offhook", ...text }),
  };
  const outbox = anOutbox({ sms });
  outbox.start();
  await database.transaction((tx) => outbox.text(tx, { to: "+12125550100", text: "123456" }));
  await expect.poll(() => texts.texts()).toMatchObject([{ to: "+12125550100", text: "123456" }]);

  await expect.poll(waiting).toBe(0);
  const bare = anOutbox({ mailer: undefined });
  expect([bare.canMail, bare.canText, outbox.canMail, outbox.canText]).toEqual([false, false, true, true]);
  await database.transaction(async (tx) => {
    await bare.mail(tx, mail);
    await bare.text(tx, { to: "+12125550100", text: "123456" });
  });
  expect(await waiting()).toBe(0);
});

test("a mail server that hangs up is an error for the caller, not for the process", async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: "Offhook <a@b.example>" });
  await expect(mailer.send("1", mail)).rejects.toThrow();
  mailer.close();
  await new Promise((resolve) => server.close(resolve));
});

test("names and addresses cannot write HTML into a mail", () => {
  const { html } = composeMail("a@b.example", {
    subject: "<b>",
    paragraphs: ["Hello <script>alert('x')</script> & co"],
    action: { label: '"', url: 'https://phone.example/?a="b' },
  });
  expect(html).not.toContain("<script>");
  expect(html).toContain("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; co");
  expect(html).toContain('href="https://phone.example/?a=&quot;b"');
});

test("a stored file goes with the mail; one that is gone by then is left out", async () => {
  const stored = Buffer.from("ID3 sound");
  const objects = {
    get: async (key: string) =>
      key === "there"
        ? { key, type: "audio/mpeg", size: stored.length, stream: Readable.from([stored]) }
        : undefined,
  };
  const outbox = anOutbox({ objects });
  outbox.start();
  const attachments = [
    { filename: "Voicemail from June Park.mp3", key: "there" },
    { filename: "Gone.mp3", key: "gone" },
  ];
  await database.transaction((tx) => outbox.mail(tx, { ...mail, attachments }));
  await expect.poll(() => sink.mails()).toHaveLength(1);
  const [received] = sink.mails();
  expect(received?.text).toContain("123456");
  expect(
    received?.attachments.map(({ bytes, ...rest }) => ({ ...rest, text: Buffer.from(bytes).toString() })),
  ).toEqual([{ name: "Voicemail from June Park.mp3", type: "audio/mpeg", text: "ID3 sound" }]);
});
