import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { DEMO_PEOPLE } from "../../demo/demo-people.ts";
import { DOMAIN, PhoneWorld } from "../testing/phone-world.ts";
import type { RobotCall } from "../testing/robot-call.ts";

/** Somebody has read Call-ID and tags of a call that two others have, and speaks in it over a socket of their own. */
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev"] });
});
afterAll(() => world.close());

const METHODS = ["BYE", "REFER", "INFO", "UPDATE"] as const;
let sequence = 100;

/** As the caller itself would say it, but for the password. */
function overheard(call: RobotCall, method: string, via: string): string {
  const { dialog } = call.usage.link;
  if (!dialog) throw new Error("The call has no dialog");
  sequence += 1;
  return [
    `${method} sip:102@${DOMAIN} SIP/2.0`,
    `Via: SIP/2.0/${via};branch=z9hG4bKoverheard${sequence};rport`,
    "Max-Forwards: 70",
    `From: <sip:101@${DOMAIN}>;tag=${dialog.localTag}`,
    `To: <sip:102@${DOMAIN}>;tag=${dialog.remoteTag}`,
    `Call-ID: ${dialog.callId}`,
    `CSeq: ${dialog.localSequence + sequence} ${method}`,
    `Contact: <sip:thief@127.0.0.1:9>`,
    `Refer-To: <sip:19005550100@${DOMAIN}>`,
    "Content-Length: 0",
    "\r\n",
  ].join("\r\n");
}

const statusIn = (text: string): string | undefined => /^SIP\/2\.0 (\d{3}) /.exec(text)?.[1];

/** What comes back, by a way of the stranger's own. */
type Ask = (method: string) => Promise<string | undefined>;

async function byDatagram(call: RobotCall, source: string): Promise<Ask> {
  const socket = createSocket("udp4").bind(0, source);
  await once(socket, "listening");
  socket.unref();
  return async (method) => {
    const answer = once(socket, "message");
    const via = `UDP ${source}:${socket.address().port}`;
    socket.send(overheard(call, method, via), world.ports.udp, "127.0.0.1");
    return statusIn(String((await answer)[0]));
  };
}

async function byConnection(call: RobotCall): Promise<Ask> {
  const socket = connect({ port: world.ports.tcp, host: "127.0.0.1" });
  await once(socket, "connect");
  socket.unref();
  return async (method) => {
    const answer = once(socket, "data");
    socket.write(overheard(call, method, `TCP 127.0.0.1:${socket.localPort}`));
    return statusIn(String((await answer)[0]));
  };
}

/** The page of somebody who is signed in, of this company or another. */
async function byPage(call: RobotCall, handle: string): Promise<Ask> {
  const token = await world.server.signIn(DEMO_PEOPLE.find((person) => person.handle === handle)?.id ?? 0);
  const { sip } = await world.asked<{ sip: { ws_url: string } }>(token, "GET", "/myProfile");
  const socket = new WebSocket(`${await world.webSocketOrigin()}${sip.ws_url}`, ["sip"]);
  await once(socket, "open");
  return async (method) => {
    const answer = once(socket, "message");
    socket.send(overheard(call, method, "WS stranger.invalid"));
    return statusIn(String((await answer)[0]));
  };
}

test("[REG18] over UDP, TCP and websockets of others each request is challenged, and the call goes on", async () => {
  const [maya, dev] = [await world.phone("maya", 700), await world.phone("dev", 800)];
  const call = await maya.dial("102");
  const answered = await dev.takeCall();
  await Promise.all([call.hears(800), answered.hears(700)]);
  const ways: Readonly<Record<string, Ask>> = {
    "another address": await byDatagram(call, "127.44.70.1"),
    "another port of the phone's address": await byDatagram(call, "127.0.0.1"),
    "a connection": await byConnection(call),
    "a colleague's page": await byPage(call, "ines"),
    "a page of another company": await byPage(call, "sam"),
  };
  const answers: Record<string, (string | undefined)[]> = {};
  for (const [way, ask] of Object.entries(ways)) {
    answers[way] = [];
    for (const method of METHODS) answers[way]?.push(await ask(method));
  }
  const challenged = METHODS.map(() => "401");
  expect(answers).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, challenged])));
  expect([call.state, answered.state]).toEqual(["talking", "talking"]);
  await Promise.all([call.hears(800), answered.hears(700)]);
  call.hangUp();
  await answered.hasEnded("remoteBye");
});
