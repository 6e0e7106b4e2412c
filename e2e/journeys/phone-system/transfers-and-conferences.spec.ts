import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/demo-phones.ts";

test.use(withMicrophones);

interface LiveCall {
  readonly callid: string;
  readonly channel: string;
  readonly phone: string | null;
  readonly status: string;
}

test("blind transfer by REFER: the transferor leaves, the others talk", async ({ phoneOf }) => {
  const { phone: maya } = await phoneOf("maya");
  const { phone: dev } = await phoneOf("dev");
  const { phone: ines } = await phoneOf("ines");
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await maya.hears(VOICE.dev);
  await dev.page.evaluate(`last().session.refer('${EXTENSION.ines}')`);
  await ines.takeCall();
  await maya.hears(VOICE.ines);
  await ines.hears(VOICE.maya);
  await dev.hasEnded();
  await ines.hangUp();
  await maya.hasEnded();
});

test("attended transfer: the transferor asks first, then joins both", async ({ phoneOf }) => {
  const { phone: maya } = await phoneOf("maya");
  const { phone: dev } = await phoneOf("dev");
  const { phone: ines } = await phoneOf("ines");
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await dev.hold(true);
  await dev.call(EXTENSION.ines);
  await ines.takeCall();
  await ines.hears(VOICE.dev);
  await dev.page.evaluate(
    `phone.sessions[0].session.refer('${EXTENSION.ines}', { replaces: phone.sessions[1].session })`,
  );
  await maya.hears(VOICE.ines);
  await ines.hears(VOICE.maya);
  await dev.hasEnded();
  await maya.hangUp();
  await ines.hasEnded();
});

test("a conference of four is joined by command, and everybody hears everybody", async ({
  phoneOf,
  request,
  server,
}) => {
  const { phone: maya, user } = await phoneOf("maya");
  const { phone: dev } = await phoneOf("dev");
  const { phone: ines } = await phoneOf("ines");
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await maya.hold(true);
  await maya.call(EXTENSION.ines);
  await ines.takeCall();
  await maya.hold(true);
  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550141&hz=900`);
  await maya.takeCall();
  const live = await user.call<LiveCall[]>("GET", "/calls/live");
  const own = live.filter(({ phone }) => phone === "maya").map(({ channel }) => channel);
  expect(own).toHaveLength(3);
  await user.call("POST", "/call/control", {
    action: "conference",
    channel: own[0],
    channels: own.slice(1),
  });
  for (const session of [0, 1]) await maya.page.evaluate(`phone.sessions[${session}].session.unhold()`);
  await dev.hears(VOICE.ines);
  await dev.hears(900);
  await ines.hears(VOICE.dev);
  await ines.hears(VOICE.maya);
  await maya.hears(VOICE.dev);
  await maya.hears(VOICE.ines);
  await request.post(`${server.url}/dev/calls/hangup`);
  await ines.hearsNo(900);
  await ines.hears(VOICE.dev);
  await maya.hangUpAll();
  await dev.hasEnded();
  await ines.hasEnded();
});

test("a reload does not end the call: music for the other side, then the same call again", async ({
  phoneOf,
}) => {
  const { phone: maya, user } = await phoneOf("maya");
  const { phone: dev } = await phoneOf("dev");
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await dev.hears(VOICE.maya);
  const before = (await user.call<LiveCall[]>("GET", "/calls/live")).at(-1);
  await maya.page.close();
  await dev.hearsNo(VOICE.maya);
  await dev.hearsSomething();
  const { phone: again } = await phoneOf("maya");
  await again.call(`attach-${before?.callid}`);
  await again.talks();
  await dev.hears(VOICE.maya);
  await again.hears(VOICE.dev);
  expect((await user.call<LiveCall[]>("GET", "/calls/live")).at(-1)?.callid).toBe(before?.callid);
  await dev.hangUp();
  await again.hasEnded();
});
