import { expect, test, VOICE, withMicrophones } from "../../support/phone/demo-phones.ts";

test.use(withMicrophones);

test("calls to and from people outside go over the carrier, with sound both ways", async ({
  phoneOf,
  request,
  server,
}) => {
  const { phone: maya, user } = await phoneOf("maya");
  const outside = async () => (await request.get(`${server.url}/dev/calls.json`)).json();
  await expect.poll(async () => (await outside()).isConnected, { timeout: 20_000 }).toBe(true);

  // The simulated person there echoes what they hear.
  await maya.call("2125550188");
  await maya.talks();
  await maya.hears(VOICE.maya);
  expect((await outside()).calls.at(-1)).toMatchObject({ from: "12125550188", to: "12125550141" });
  await maya.hangUp();
  await expect.poll(async () => (await outside()).calls.at(-1).state).toBe("ended");

  await request.post(`${server.url}/dev/calls?from=12125550177&to=12125550141&name=June%20Park&hz=900`);
  await maya.takeCall();
  expect(await maya.page.evaluate("last().from")).toBe("June Park");
  await maya.hears(900);
  const live = await user.call<{ number: string }[]>("GET", "/calls/live");
  expect(live.map(({ number }) => number)).toContain("12125550177");
  await request.post(`${server.url}/dev/calls/hangup`);
  await maya.hasEnded();
});

test("busy, unknown and forbidden numbers are refused as what they are", async ({ phoneOf }) => {
  const { phone: maya } = await phoneOf("maya");
  await maya.call("12125550199");
  await maya.hasEnded("Busy");
  await maya.call("12125550197");
  await maya.hasEnded();
  // International calls are off unless a company wants them.
  await maya.call("+442079460120");
  await maya.hasEnded();
});

test("a caller blocked on the line is not put through", async ({ phoneOf, request, server }) => {
  const { phone: maya, user } = await phoneOf("maya");
  await user.call("POST", "/caller/route", { numbers: ["12125550176"] });
  await request.post(`${server.url}/dev/calls?from=12125550176&to=12125550141`);
  const state = async () => (await (await request.get(`${server.url}/dev/calls.json`)).json()).calls.at(-1);
  await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe("ended");
  expect(await maya.page.evaluate("stateOf()")).toBe("none");
  await user.call("DELETE", "/caller/route?number=12125550176");
});

test("call from another device: the mobile rings first, then the destination", async ({
  phoneOf,
  request,
  server,
}) => {
  const { phone: dev } = await phoneOf("dev");
  const { user } = await phoneOf("maya");
  await user.call("POST", "/send/call", { snumber: "12125550186", dnumber: "102" });
  await dev.takeCall();
  // The mobile is the simulator's, and says back what it hears.
  await dev.hears(VOICE.dev);
  await request.post(`${server.url}/dev/calls/hangup`);
  await dev.hasEnded();
});
