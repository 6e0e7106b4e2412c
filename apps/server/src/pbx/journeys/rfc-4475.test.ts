import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { PhoneWorld } from "../testing/phone-world.ts";
import { STREAM_ANSWERS, TORTURE_ANSWERS, type TortureAnswer } from "../testing/torture-answers.ts";
import { hasTortures, TORTURE_FOLDER, tortureMessage } from "../testing/torture-messages.ts";

const NAMES = Object.keys(TORTURE_ANSWERS);
/** No answer is one too: nothing may come while the others have long come. */
const QUIET_MS = 1_500;
const ANSWER_MS = 15_000;
let world: PhoneWorld;
let origin: string;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev"] });
  origin = await world.server.listen();
});
afterAll(() => world.close());

test("the RFC 4475 messages are there", (context) => {
  if (!hasTortures) {
    const text = `The 49 torture messages of RFC 4475 are MISSING: expected as *.dat files in ${TORTURE_FOLDER} or in the folder that OFFHOOK_RFC4475_DIR names. None of them was sent to the server.`;
    process.stderr.write(`\n*** ${text} ***\n\n`);
    context.skip(text);
  }
  const names = readdirSync(TORTURE_FOLDER).map((file) => file.replace(/\.dat$/, ""));
  expect(names.sort()).toEqual(NAMES.toSorted());
});

const statusOf = (message: string): number => Number(/^SIP\/2\.0 (\d{3})/.exec(message)?.[1] ?? 0);

/** Unanswered final responses to INVITE are repeated until an ACK comes, which does not come here. */
const withoutRepeats = (messages: readonly string[]): number[] => [...new Set(messages)].map(statusOf);

/** Until the answers are there that must come, however long a busy machine takes, and a while for those that must not. */
async function quiet(
  answers: () => Readonly<Record<string, readonly number[]>>,
  expected: Readonly<Record<string, TortureAnswer>>,
): Promise<void> {
  const isThere = ([name, statuses]: [string, TortureAnswer]): boolean =>
    (answers()[name]?.length ?? 0) >= statuses.length;
  const deadline = Date.now() + ANSWER_MS;
  while (!Object.entries(expected).every(isThere) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}

/** The port an answer goes to (RFC 3261 §18.2.2): the one in the Via, whatever it was sent from. */
function answerPort(message: Buffer): number {
  const unfolded = message.toString("latin1").replace(/\r\n[ \t]+/g, " ");
  const [via = ""] = /^(?:via|v)\s*:[^;,\r]*/im.exec(unfolded) ?? [];
  return Number(/:\s*(\d+)\s*$/.exec(via)?.[1] ?? 5060);
}

async function listenOn(address: string, port: number, heard: string[]): Promise<Socket> {
  const socket = createSocket("udp4").bind(port, address);
  await once(socket, "listening");
  socket.on("message", (bytes) => heard.push(bytes.toString()));
  return socket;
}

/** Each from an address of its own on this machine, so that answers are not mixed up. */
async function sendDatagrams(): Promise<Record<string, number[]>> {
  const sent = await Promise.all(
    NAMES.map(async (name, index) => {
      const message = tortureMessage(name, "udp");
      const address = `127.44.75.${index + 1}`;
      const heard: string[] = [];
      const ports = new Set([5060, answerPort(message)]);
      const sockets = await Promise.all([...ports].map((port) => listenOn(address, port, heard)));
      sockets[0]?.send(message, world.ports.udp, "127.0.0.1");
      return { name, heard, sockets };
    }),
  );
  const answers = () => Object.fromEntries(sent.map(({ name, heard }) => [name, withoutRepeats(heard)]));
  await quiet(answers, TORTURE_ANSWERS);
  for (const { sockets } of sent) for (const socket of sockets) socket.close();
  return answers();
}

async function sendOverStreams(): Promise<Record<string, number[]>> {
  const sent = await Promise.all(
    NAMES.map(async (name) => {
      const socket = connect(world.ports.tcp, "127.0.0.1");
      await once(socket, "connect");
      let heard = "";
      socket.on("error", () => {});
      socket.on("data", (bytes) => {
        heard += bytes.toString();
      });
      socket.write(tortureMessage(name, "tcp"));
      return { name, heard: () => heard, socket };
    }),
  );
  const statuses = (text: string): number[] => text.match(/^SIP\/2\.0 \d{3}/gm)?.map(statusOf) ?? [];
  const answers = () => Object.fromEntries(sent.map(({ name, heard }) => [name, statuses(heard())]));
  await quiet(answers, STREAM_ANSWERS);
  for (const { socket } of sent) socket.destroy();
  return answers();
}

/** One after the other over one connection, as a page would. */
async function sendOverWebsocket(): Promise<Record<string, number[]>> {
  const client = await world.client("maya");
  const { sip } = await client<{ sip: { ws_url: string } }>("GET", "/myProfile");
  const socket = new WebSocket(`${origin.replace("http", "ws")}${sip.ws_url}`, ["sip"]);
  await once(socket, "open");
  const heard: string[] = [];
  socket.on("message", (data) => heard.push(String(data)));
  const answers: Record<string, number[]> = {};
  for (const [name, expected] of Object.entries(TORTURE_ANSWERS)) {
    const before = heard.length;
    socket.send(tortureMessage(name, "ws"));
    if (expected.length > 0)
      await vi.waitFor(() => expect(heard.length, name).toBeGreaterThan(before), { timeout: 10_000 });
    answers[name] = heard.slice(before).map(statusOf);
  }
  socket.close();
  await once(socket, "close");
  return answers;
}

const asNumbers = (table: Readonly<Record<string, TortureAnswer>>): Record<string, number[]> =>
  Object.fromEntries(Object.entries(table).map(([name, statuses]) => [name, [...statuses]]));

/** Whatever has come in: the next call is a call like any other. */
async function callsAsAlways(transport: "udp" | "tcp"): Promise<void> {
  const maya = await world.phone("maya", 700, { transport });
  const dev = await world.phone("dev", 800, { transport });
  const call = await maya.dial("102");
  const answered = await dev.takeCall();
  await Promise.all([call.hears(800), answered.hears(700)]);
  call.hangUp();
  await answered.hasEnded("remoteBye");
  await world.stopPhones();
  await world.isAtRest();
}

describe.runIf(hasTortures)("RFC 4475 against the running server", () => {
  test("[TORTURE1] over UDP: the right answer or a clean refusal, then a normal call", async () => {
    expect(await sendDatagrams()).toEqual(asNumbers(TORTURE_ANSWERS));
    await callsAsAlways("udp");
  });

  test("[TORTURE2] over TCP: the right answer or a clean refusal, then a normal call", async () => {
    expect(await sendOverStreams()).toEqual(asNumbers(STREAM_ANSWERS));
    await callsAsAlways("tcp");
  });

  test("[TORTURE3] over a websocket: the right answer or a clean refusal, then a normal call", async () => {
    expect(await sendOverWebsocket()).toEqual(asNumbers(TORTURE_ANSWERS));
    await callsAsAlways("udp");
  });
});
