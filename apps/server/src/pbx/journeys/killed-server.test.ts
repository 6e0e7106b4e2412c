import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OutsideCall, SipCarrier } from "@offhook/simulator";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MortalServer } from "../../chat/testing/mortal-server.ts";
import type { TestDatabase } from "../../database/testing/test-database.ts";
import { demoPerson, HARBORLIGHT } from "../../demo/demo-people.ts";
import { createSecrets } from "../../platform/secrets/secrets.ts";
import { createSealer } from "../../platform/secrets/secrets-sealing.ts";
import { type BundledServer, bundleServer } from "../../testing/bundle-server.ts";
import { createDemoDatabase } from "../../testing/demo-database.ts";
import { deviceContext } from "../directory/live-directory.ts";
import { freeTcpPort, freeUdpPort } from "../testing/free-ports.ts";
import { DEVICE_PASSWORD, DOMAIN, deviceName } from "../testing/phone-world.ts";
import type { RobotCall } from "../testing/robot-call.ts";
import { RobotPhone } from "../testing/robot-phone.ts";

const SECRET = "the secret of a server that is killed";
const QUEUE = { id: 31, extension: "331", number: "12125550119" };
const CALLERS = ["maya", "tom", "aisha", "priya"] as const;
const PHONES = [...CALLERS, "samuel", "dev"];
const WAIT = { timeout: 20_000 };

let folder: string;
let database: TestDatabase;
let bundle: BundledServer;
let server: MortalServer;
let carrier: SipCarrier;
let udpPort: number;
let tcpPort: number;
const phones: RobotPhone[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-killed-"));
  [bundle, database, carrier] = await Promise.all([
    bundleServer(),
    createDemoDatabase({ files: join(folder, "files") }),
    SipCarrier.start(),
  ]);
  await configure();
  [udpPort, tcpPort] = [await freeUdpPort(), await freeTcpPort()];
  const { host = "", port, user, database: name } = database.connection;
  server = new MortalServer({
    args: [bundle.main],
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      OFFHOOK_DEMO: "0",
      OFFHOOK_DATA_DIR: join(folder, "kept"),
      SECRET_KEY: SECRET,
      LOG_LEVEL: "warn",
      DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${name}`,
      SIP_HOST: "127.0.0.1",
      SIP_UDP_PORT: String(udpPort),
      SIP_TCP_PORT: String(tcpPort),
      SIP_DOMAIN: DOMAIN,
    },
  });
  await server.start();
}, 200_000);
afterAll(async () => {
  for (const phone of phones) phone.vanish();
  await server.kill();
  await carrier.stop();
  await database.drop();
  await bundle.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A queue with one agent, desk phones, and a carrier whose people reach the queue by a number. */
async function configure(): Promise<void> {
  const { query } = database;
  const { id: customer_id } = HARBORLIGHT;
  const { id, extension, number } = QUEUE;
  const values = { id, customer_id, name: "Rush", extension, strategy: "ringAll", wrap_up_seconds: 0 };
  await query.insertInto("queues").values(values).execute();
  const agent = { queue_id: id, phone_id: demoPerson("dev").id, available: true };
  await query.insertInto("queue_members").values(agent).execute();
  const sealer = createSealer(createSecrets(Buffer.from(SECRET)).key("phone-system"));
  const devices = PHONES.map((handle) => ({
    username: deviceName(handle),
    customer_id,
    phone_id: demoPerson(handle).id,
    sealed_password: sealer.seal(deviceContext(deviceName(handle)), DEVICE_PASSWORD),
  }));
  await query.insertInto("sip_devices").values(devices).execute();
  const trunk = { id: "main", host: "127.0.0.1", port: carrier.port, registers: true, register_seconds: 60 };
  await query.insertInto("trunks").values(trunk).execute();
  await query
    .updateTable("dial_plans")
    .set({ trunk_ids: ["main"] })
    .where("customer_id", "=", customer_id)
    .execute();
  await query
    .insertInto("inbound_numbers")
    .values({ customer_id, number, dtype: "queue", dnumber: extension })
    .execute();
}

async function phone(handle: string, hz: number): Promise<RobotPhone> {
  const account = { username: deviceName(handle), password: DEVICE_PASSWORD, domain: DOMAIN };
  const registered = await RobotPhone.register({ ...account, transport: "udp", port: udpPort, hz });
  phones.push(registered);
  return registered;
}

/** `listens`: it can be called where its Contact says; otherwise there is no way but its own connection. */
async function phoneOverTcp(handle: string, hz: number, listens: boolean): Promise<RobotPhone> {
  const account = { username: deviceName(handle), password: DEVICE_PASSWORD, domain: DOMAIN };
  const opened = await RobotPhone.register({ ...account, transport: "tcp", port: tcpPort, hz, listens });
  phones.push(opened);
  return opened;
}

const stored = () => database.query.selectFrom("waiting_calls").selectAll().orderBy("entered_at").execute();

/** What became of each caller, in the order in which it was decided. */
const ends = () =>
  database.query
    .selectFrom("queue_records")
    .select(["type", "call_id"])
    .where("queue_id", "=", QUEUE.id)
    .where("type", "in", ["answered", "abandoned"])
    .orderBy("id")
    .execute();

/** The callers' own entries. */
const history = (callIds: readonly string[]) =>
  database.query
    .selectFrom("call_records")
    .select(["status", "cause"])
    .where("call_id", "in", callIds)
    .where("dir", "=", "out")
    .execute();

/** Five who wait, the second of them outside, and one who will give up. */
async function rush() {
  const calls: RobotCall[] = [];
  let outside: OutsideCall | undefined;
  await vi.waitFor(() => expect(carrier.isConnected).toBe(true), WAIT);
  for (const [index, handle] of [...CALLERS, "samuel"].entries()) {
    const call = await (await phone(handle, 700)).dial(QUEUE.extension);
    await call.talks();
    calls.push(call);
    if (index > 0) continue;
    outside = await carrier.call({ from: "12125550177", to: QUEUE.number, voice: { kind: "tone", hz: 900 } });
    await vi.waitFor(() => expect(outside?.state).toBe("talking"), WAIT);
  }
  await Promise.all(calls.map((call) => call.hearsMusic()));
  await vi.waitFor(async () => {
    const rows = await stored();
    expect(rows).toHaveLength(6);
    expect(rows.every(({ saved }) => JSON.stringify(saved).includes('"dialog"'))).toBe(true);
  }, WAIT);
  return { calls, outside: outside!, callIds: (await stored()).map(({ call_id }) => call_id) };
}

test("[QRES2] [QRES3] five callers of a killed server wait on in their order with music; the agent talks to the first", async () => {
  const { calls, outside, callIds } = await rush();
  const quitter = calls.at(-1)!;
  const patient = calls.slice(0, -1);
  await server.kill();
  quitter.hangUp();
  await vi.waitFor(() => expect(patient.map(({ audio }) => audio.loudness())).toEqual([0, 0, 0, 0]), WAIT);
  await server.start();
  await Promise.all(patient.map((call) => call.hearsSomething()));
  await Promise.all(patient.map((call) => call.hearsMusic()));
  expect([...patient, outside].map(({ state }) => state)).toEqual(
    patient.map(() => "talking").concat("talking"),
  );

  const dev = await phone("dev", 800);
  const first = await dev.takeCall();
  await Promise.all([first.hears(700), patient[0]!.hears(800)]);
  first.hangUp();
  await patient[0]!.hasEnded("remoteBye");
  const second = await dev.takeCall();
  await second.hears(900);
  second.hangUp();
  await vi.waitFor(() => expect(outside.state).toBe("ended"), WAIT);
  for (const call of patient.slice(1)) {
    (await dev.takeCall()).hangUp();
    await call.hasEnded("remoteBye");
  }

  const served = async () =>
    (await ends()).filter(({ type }) => type === "answered").map(({ call_id }) => call_id);
  await vi.waitFor(async () => expect(await served()).toEqual(callIds.slice(0, 5)), WAIT);
  // The line of the one who hung up is kept for half a minute, should its device come back.
  expect((await ends()).filter(({ type }) => type === "abandoned")).toEqual([]);
  // One call for each, whole from its beginning.
  await vi.waitFor(async () => {
    const entries = await history(callIds.slice(0, 5));
    expect(entries.map(({ status, cause }) => `${status} ${cause}`)).toEqual(
      Array.from({ length: 5 }, () => "answer hungUp"),
    );
  }, WAIT);
}, 120_000);

test("[QRES5] phones over TCP wait on: one is called where it listens, the other one has to connect again", async () => {
  for (const each of phones.splice(0)) each.vanish();
  const listening = await phoneOverTcp("maya", 600, true);
  const shy = await phoneOverTcp("tom", 900, false);
  const calls = [await listening.dial(QUEUE.extension), await shy.dial(QUEUE.extension)];
  for (const call of calls) await call.hearsMusic();
  await vi.waitFor(async () => {
    const rows = (await stored()).slice(-2).map(({ saved }) => JSON.stringify(saved));
    expect(rows.every((saved) => saved.includes('"TCP"'))).toBe(true);
    expect(rows).toHaveLength(2);
  }, WAIT);
  await server.kill();
  await vi.waitFor(() => expect(calls.map(({ audio }) => audio.loudness())).toEqual([0, 0]), WAIT);
  await server.start();
  await calls[0]!.hearsMusic();
  // Nothing can be said to whom there is no way.
  expect(calls[1]!.audio.loudness()).toBe(0);
  await shy.connect();
  await calls[1]!.hearsMusic();
  const dev = await phone("dev", 800);
  for (const [index, hz] of [600, 900].entries()) {
    const taken = await dev.takeCall();
    await Promise.all([taken.hears(hz), calls[index]!.hears(800)]);
    taken.hangUp();
    await calls[index]!.hasEnded("remoteBye");
  }
}, 120_000);
