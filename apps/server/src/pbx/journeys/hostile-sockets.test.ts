import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import type { Flow } from "@offhook/sip";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lyingVias, mutatedMessages, requestWithVia } from "../testing/hostile-messages.ts";
import { PhoneWorld } from "../testing/phone-world.ts";
import { SourceBudgets } from "../transports/message-budget.ts";
import { receiveDatagram } from "../transports/udp-transport.ts";

/** A slice in every run; `OFFHOOK_HOSTILE_MESSAGES=20000` asks the whole question. */
const MUTATED = Number(process.env.OFFHOOK_HOSTILE_MESSAGES ?? 400);
/** Below what one address may send, so that all of it is read. */
const A_BATCH = 150;
const CARRIER = "127.0.99.1";
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev"] });
  await world.change(async (query) => {
    await query
      .insertInto("trunks")
      .values({ id: "trusted", host: CARRIER, port: 5999, trusted_addresses: [CARRIER] })
      .execute();
    await query
      .updateTable("dial_plans")
      .set({ trunk_ids: ["trusted"] })
      .where("customer_id", "=", 1)
      .execute();
  });
});
afterAll(() => world.close());

/** A burst, then a pause: sockets drop what nobody reads in time. */
async function sendDatagrams(
  messages: readonly Uint8Array[],
  sourceOf: (batch: number) => string,
): Promise<void> {
  for (let at = 0; at * A_BATCH < messages.length; at += 1) {
    const socket = createSocket("udp4").bind(0, sourceOf(at));
    socket.on("error", () => {});
    await once(socket, "listening");
    for (const message of messages.slice(at * A_BATCH, (at + 1) * A_BATCH))
      await new Promise<void>((resolve) =>
        socket.send(message, world.ports.udp, "127.0.0.1", () => resolve()),
      );
    await answersOn(socket);
    socket.close();
  }
}

/** Asks once more and waits for the answer: what came before has been read by then. */
async function answersOn(socket: ReturnType<typeof createSocket>): Promise<void> {
  const { port, address } = socket.address();
  const options = requestWithVia("OPTIONS", `${address}:${port}`);
  const callId = /Call-ID: (\S+)/.exec(options.toString())?.[1] ?? "";
  const answered = new Promise<void>((resolve) => {
    socket.on("message", (bytes) => bytes.includes(`${callId}\r`) && resolve());
  });
  const timer = setInterval(() => socket.send(options, world.ports.udp, "127.0.0.1"), 500);
  socket.send(options, world.ports.udp, "127.0.0.1");
  await answered;
  clearInterval(timer);
}

async function sendOverTcp(
  messages: readonly Uint8Array[],
  sourceOf: (index: number) => string,
): Promise<void> {
  for (const [index, message] of messages.entries()) {
    const socket = connect({ port: world.ports.tcp, host: "127.0.0.1", localAddress: sourceOf(index) });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.resume();
    socket.end(message);
    await once(socket, "close");
  }
}

/** Whatever has come in: an honest phone registers, calls and is heard. */
async function callsAsAlways(transport: "udp" | "tcp"): Promise<void> {
  const maya = await world.phone("maya", 700, { transport });
  const dev = await world.phone("dev", 800, { transport });
  const call = await maya.dial("102");
  const answered = await dev.takeCall().catch((error: unknown) => {
    // What the caller was told says more than a phone that keeps silent.
    throw new Error(`The call is ${call.state}, the last news are "${call.news}"`, { cause: error });
  });
  await Promise.all([call.hears(800), answered.hears(700)]);
  call.hangUp();
  await answered.hasEnded("remoteBye");
  await world.stopPhones();
}

const stranger = (index: number): string => `127.44.${76 + Math.floor(index / 200)}.${(index % 200) + 1}`;

test("[EDGE1] answers to port 0, broadcast and names: nothing a Via says stops the server", async () => {
  await sendDatagrams(lyingVias(), stranger);
  await sendDatagrams(lyingVias(), () => CARRIER);
  await callsAsAlways("udp");
});

test("[EDGE2] a datagram from port 0 is dropped at the transport", () => {
  const received: Flow[] = [];
  const listener = {
    receive: (flow: Flow) => received.push(flow),
    receiveItem: () => true,
    flowClosed: () => {},
    isKnown: () => false,
  };
  const LIMITS = { perSecond: 1, burst: 9 };
  const clock = { now: () => 0, schedule: () => () => {} };
  const budgets = new SourceBudgets(clock, { perSource: LIMITS, strangers: LIMITS });
  const flowTo = (address: string, port: number): Flow => ({
    id: `${port}`,
    transport: "UDP",
    local: { host: "h", port: 1 },
    remote: { address, port },
    send: () => true,
  });
  const message = requestWithVia("OPTIONS", "127.0.0.1", ";rport");
  for (const port of [0, -1, 65_536, Number.NaN, 5060])
    receiveDatagram({ budgets, listener }, flowTo, message, { address: "127.0.0.1", port });
  expect(received.map(({ remote }) => remote.port)).toEqual([5060]);
});

test("[EDGE3] mutated messages over UDP, from strangers and from a trusted carrier", async () => {
  await sendDatagrams(mutatedMessages(MUTATED, 1), stranger);
  await sendDatagrams(mutatedMessages(MUTATED, 2), () => CARRIER);
  await callsAsAlways("udp");
});

test("[EDGE4] mutated messages over TCP, from strangers and from a trusted carrier", async () => {
  await sendOverTcp([...lyingVias().slice(0, 200), ...mutatedMessages(MUTATED / 2, 3)], stranger);
  await sendOverTcp(mutatedMessages(MUTATED / 2, 4), () => CARRIER);
  await callsAsAlways("tcp");
});

test("[EDGE8] a name in Latin-1 and a Call-ID of any bytes can be read, stored and told", async () => {
  // Another line than the one whose mailbox the messages of before may still be talking to: they would ring here too.
  const dev = await world.phone("dev", 800);
  const invite = requestWithVia("INVITE", `${CARRIER}:5999`, "", "12125550142").toString("latin1");
  const odd = invite
    .replace("From: <sip:stranger@", 'From: "J\xfcrgen" <sip:12125550177@')
    .replace("Call-ID: hostile", "Call-ID: h\xff\x80stile");
  const socket = createSocket("udp4").bind(5999, CARRIER);
  await once(socket, "listening");
  socket.send(Buffer.from(odd, "latin1"), world.ports.udp, "127.0.0.1");
  const call = await dev.rings();
  expect(call.from).toContain("Jürgen");
  await vi.waitFor(
    async () => {
      const rows = await world.server.database.query.selectFrom("events").select("event").execute();
      const told = rows
        .map(({ event }) => JSON.stringify(event))
        .filter((text) => text.includes("LIVE_CALLS"));
      expect(told.some((text) => text.includes("Jürgen"))).toBe(true);
    },
    { timeout: 10_000 },
  );
  call.hangUp();
  socket.close();
  await world.stopPhones();
});
