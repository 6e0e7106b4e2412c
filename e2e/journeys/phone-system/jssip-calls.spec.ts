import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/demo-phones.ts";

test.use(withMicrophones);

interface CallRecord {
  readonly dir: string;
  readonly status: string;
  readonly number: string;
  readonly new: boolean;
}

test("two stock JsSIP phones talk through the server, hold and hang up", async ({ phoneOf }) => {
  const { phone: maya, user } = await phoneOf("maya");
  const { phone: dev } = await phoneOf("dev");

  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await maya.talks();
  await dev.hears(VOICE.maya);
  await maya.hears(VOICE.dev);

  await maya.hold(true);
  await dev.hearsNo(VOICE.maya);
  await dev.hearsSomething();
  await maya.hold(false);
  await dev.hears(VOICE.maya);

  await maya.hangUp();
  await dev.hasEnded();
  await expect
    .poll(async () => (await user.call<CallRecord[]>("GET", "/phone/cdrs?limit=1"))[0])
    .toMatchObject({ dir: "out", status: "answer", number: EXTENSION.dev });
});

test("the echo test gives back what was said", async ({ phoneOf }) => {
  const { phone: maya } = await phoneOf("maya");
  await maya.call("*43");
  await maya.talks();
  await maya.hears(VOICE.maya);
  await maya.hangUp();
  await maya.hasEnded();
});

test("a caller who gives up is missed, counted, and the ringing stops", async ({ phoneOf }) => {
  const { phone: maya } = await phoneOf("maya");
  const { phone: dev, user } = await phoneOf("dev");
  const before = await user.call<{ phn: number }>("GET", "/messages/unread");
  await maya.call(EXTENSION.dev);
  await dev.rings();
  await maya.hangUp();
  await dev.hasEnded();
  await expect
    .poll(async () => (await user.call<{ phn: number }>("GET", "/messages/unread")).phn)
    .toBe(before.phn + 1);
  const [record] = await user.call<CallRecord[]>("GET", "/phone/cdrs?filter=missed&limit=1");
  expect(record).toMatchObject({ dir: "in", number: EXTENSION.maya, new: true });
});

test("a second device of the same line rings too, and stops when the first answers", async ({ phoneOf }) => {
  const { phone: maya } = await phoneOf("maya");
  const { phone: laptop } = await phoneOf("dev");
  const { phone: tablet } = await phoneOf("dev");
  await maya.call(EXTENSION.dev);
  await laptop.rings();
  await tablet.rings();
  await tablet.answer();
  await tablet.talks();
  await laptop.hasEnded();
  await tablet.hears(VOICE.maya);
  await maya.hangUp();
  await tablet.hasEnded();
});

test("keys arrive at the other end, as telephone events and as INFO", async ({
  phoneOf,
  request,
  server,
}) => {
  const { phone: maya } = await phoneOf("maya");
  await maya.call("12125550188");
  await maya.talks();
  await maya.page.evaluate("last().session.sendDTMF('42#', { transportType: 'RFC2833' })");
  const digits = async (): Promise<string> => {
    const { calls } = await (await request.get(`${server.url}/dev/calls.json`)).json();
    return calls.at(-1).digits;
  };
  await expect.poll(digits, { timeout: 20_000 }).toBe("42#");
  await maya.page.evaluate("last().session.sendDTMF('7', { transportType: 'INFO' })");
  await expect.poll(digits, { timeout: 20_000 }).toBe("42#7");
  await maya.hangUp();
});
