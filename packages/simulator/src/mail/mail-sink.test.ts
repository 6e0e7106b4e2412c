import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type MailSink, startMailSink } from "./mail-sink.ts";

let sink: MailSink;
beforeEach(async () => {
  sink = await startMailSink({ now: () => 1_700_000_000_000 });
});
afterEach(() => sink.stop());

test("a sent mail can be read: text, HTML, attachment and everyone it went to", async () => {
  const heard: string[] = [];
  sink.onMail((mail) => heard.push(mail.subject));
  await send({
    from: "Offhook <no-reply@harborlight.example>",
    to: "maya@harborlight.example",
    bcc: "ines@harborlight.example",
    subject: "Grüße ✓",
    text: "Your code is 123456",
    html: "<p>Your code is <b>123456</b></p>",
    attachments: [{ filename: "note.txt", content: "hello" }],
  });
  const [mail] = sink.mails();
  expect(mail).toMatchObject({
    from: "no-reply@harborlight.example",
    to: ["maya@harborlight.example", "ines@harborlight.example"],
    subject: "Grüße ✓",
    receivedAt: 1_700_000_000_000,
  });
  expect(mail?.text).toContain("123456");
  expect(mail?.html).toContain("<b>123456</b>");
  expect(mail?.attachments.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
    ["note.txt", "hello"],
  ]);
  expect(heard).toEqual(["Grüße ✓"]);
});

test("the oldest mails make room", async () => {
  const transport = createTransport({ url: sink.url, pool: true, maxConnections: 1, maxMessages: Infinity });
  for (let number = 1; number <= 501; number += 1) {
    await transport.sendMail({ from: "a@a.example", to: "b@b.example", subject: `${number}`, text: "x" });
  }
  transport.close();
  const subjects = sink.mails().map((mail) => mail.subject);
  expect(subjects).toHaveLength(500);
  expect([subjects[0], subjects.at(-1)]).toEqual(["2", "501"]);
  sink.clear();
  expect(sink.mails()).toEqual([]);
});

test("a mail that is too large is refused", async () => {
  const attachments = [{ filename: "big", content: Buffer.alloc(20 * 1024 * 1024) }];
  await expect(
    send({ from: "a@a.example", to: "b@b.example", subject: "big", attachments }),
  ).rejects.toMatchObject({ responseCode: 552 });
  expect(sink.mails()).toEqual([]);
});

async function send(mail: object): Promise<void> {
  const transport = createTransport(sink.url);
  await transport.sendMail(mail);
  transport.close();
}
