import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import { aCompany, aUser } from "../../testing/company.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { VoicemailsWorld } from "../testing/voicemails-world.ts";

let world: VoicemailsWorld;
let maya: Actor;
let dev: Actor;
let stranger: Actor;
let box: Mailbox;

beforeAll(async () => {
  world = await VoicemailsWorld.create();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.mails.length = 0;
  world.transcriber = undefined;
  const company = await aCompany(world.database, { timezone: "America/New_York" });
  maya = await aUser(world.database, company, {
    firstname: "Maya",
    lastname: "Okafor",
    email: "maya@x.example",
  });
  dev = await aUser(world.database, company, { email: "dev@x.example" });
  await aUser(world.database, company, { email: "nobody@x.example" });
  stranger = await aUser(world.database, await aCompany(world.database));
  box = await world.mailbox([maya, dev], "301", "Scheduling");
});

const sendMails = () => world.ask("updateVoicemailBox", maya, { body: { mailbox: "301", mail: true } });
const mailed = (count: number, stepMs = 0) =>
  world.until(() => expect(world.mails.map(({ to }) => to)).toHaveLength(count), stepMs);
const forward = (
  actor: Actor,
  id: string,
  given: { uuid?: string; to?: string; note?: string; mailbox?: string } = {},
) =>
  world.ask("mailVoicemail", actor, {
    body: { mailbox: "301", id, uuid: randomUUID(), to: "june@y.example", ...given },
  });

test("[VMM1] a box that is switched on mails each message once, to all who read it", async () => {
  await world.restart();
  await world.arrives(box);
  await sendMails();
  const id = await world.arrives(box, { received_at: new Date("2026-03-04T15:00:00Z") });
  await mailed(2);
  await world.restart();
  const second = await world.arrives(box);
  await mailed(4);
  expect(world.mails.map(({ to }) => to).toSorted()).toEqual([
    "dev@x.example",
    "dev@x.example",
    "maya@x.example",
    "maya@x.example",
  ]);
  const [first] = world.mails;
  expect(first).toMatchObject({ subject: "Voicemail from June Park" });
  expect(first?.text).toContain(`https://offhook.example/voicemails/301/${id}/INBOX`);
  expect(first?.text).toContain("June Park ((212) 555-0155) left a message on Wednesday, March 4, 2026");
  expect(first?.text).toContain("10:00");
  expect(first?.attachments).toEqual([
    {
      filename: "Voicemail from June Park 2026-03-04 10.00.mp3",
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  expect(world.mails.at(-1)?.text).toContain(second);
});

test("[VMM2] a mail has the words of its message, and waits for them up to three minutes", async () => {
  await sendMails();
  world.transcriber = { transcribe: async () => [{ text: "Please call me back.", start: 0, end: 2 }] };
  await world.restart();
  await world.arrives(box);
  await mailed(2);
  expect(world.mails[0]?.text).toContain("Please call me back.");
  expect(world.mails[0]?.text).toContain("may be wrong");
  world.mails.length = 0;
  let finish = (): void => {};
  const begun = new Promise<void>((resolve) => {
    world.transcriber = {
      transcribe: () => {
        resolve();
        return new Promise((done) => {
          finish = () => done([]);
        });
      },
    };
  });
  await world.restart();
  await world.arrives(box);
  await begun;
  world.clock.advance(170_000);
  expect(world.mails).toEqual([]);
  await mailed(2, 5_000);
  expect(world.mails[0]?.text).not.toContain("may be wrong");
  world.transcriber = undefined;
  finish();
  await world.restart();
});

test("[VMM3] a message that was deleted meanwhile is not mailed", async () => {
  await sendMails();
  // Nothing is sent while the server is down.
  await world.feature.close();
  const id = await world.arrives(box);
  await world.ask("deleteVoicemail", maya, { query: { mailbox: "301", id } });
  await world.restart();
  const other = await world.arrives(box);
  await mailed(2);
  for (const { text } of world.mails) expect(text).toContain(other);
});

test("[VMM4] a user sends a message on by mail, with a note, and a repeat sends nothing", async () => {
  const id = await world.arrives(box);
  const uuid = randomUUID();
  await forward(dev, id, { uuid, note: "Please call <her> back" });
  await forward(dev, id, { uuid, note: "Please call <her> back" });
  expect(world.mails).toHaveLength(1);
  const [mail] = world.mails;
  expect(mail).toMatchObject({
    to: "june@y.example",
    subject: "Some One sent you a voicemail from June Park",
  });
  expect(mail?.text).toContain("Some One writes: Please call <her> back");
  expect(mail?.html).toContain("&lt;her&gt;");
  expect(mail?.text).not.toContain("offhook.example");
  expect(mail?.attachments).toHaveLength(1);
});

test("[VMM5] what is not theirs, is gone, or is no address is refused, and so are too many", async () => {
  const id = await world.arrives(box);
  const missing = { kind: "notFound" };
  await expect(forward(stranger, id)).rejects.toMatchObject(missing);
  await expect(forward(maya, id, { mailbox: "999" })).rejects.toMatchObject(missing);
  await expect(forward(maya, "../../etc/passwd")).rejects.toMatchObject(missing);
  for (const to of ["june", "a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example"])
    await expect(forward(maya, id, { to })).rejects.toThrow();
  const gone = await world.arrives(box, { object_key: "0".repeat(32) });
  const uuid = randomUUID();
  const noFile = { code: "voicemails.fileMissing" };
  await expect(forward(maya, gone, { uuid })).rejects.toMatchObject(noFile);
  // Not carried out, so the same request may be made again.
  await expect(forward(maya, gone, { uuid })).rejects.toMatchObject(noFile);
  expect(world.mails).toEqual([]);
  const before = Array.from({ length: 100 }, (_, index) => ({
    user_id: maya.userId,
    uuid: `sent-${index}`,
    sent_at: new Date(world.clock.now() - 3_600_000),
  }));
  await world.database.query.insertInto("mail_forwards").values(before).execute();
  await expect(forward(maya, id)).rejects.toMatchObject({ kind: "tooMany", code: "voicemails.tooManyMails" });
  world.clock.advance(24 * 3_600_000);
  await forward(maya, id);
  expect(world.mails).toHaveLength(1);
});
