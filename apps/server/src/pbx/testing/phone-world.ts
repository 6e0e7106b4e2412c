import { channelName, type SipSettings } from "@offhook/contract";
import { WebRtcPeers } from "@offhook/media/testing";
import { SipCarrier } from "@offhook/simulator";
import { expect, vi } from "vitest";
import type { Transaction } from "../../database/database.ts";
import { demoPerson, HARBORLIGHT } from "../../demo/demo-people.ts";
import { createSealer, type Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { testSecrets } from "../../testing/demo-database.ts";
import { APP_KEY, createTestApp, type TestApp, type TestAppOptions } from "../../testing/test-app.ts";
import { deviceContext } from "../directory/live-directory.ts";
import { freeTcpPort, freeUdpPort } from "./free-ports.ts";
import type { RobotCall } from "./robot-call.ts";
import { RobotPhone } from "./robot-phone.ts";

// Calls take the time they take, and more of it where two cores run everything at once.
vi.setConfig({ testTimeout: 60_000 });

export const DOMAIN = "offhook.test";
export const DEVICE_PASSWORD = "a-desk-phones-secret";
const DOORBELL = { handle: "front-door", id: 90, customerId: HARBORLIGHT.id };

export interface PhoneWorldOptions extends Pick<TestAppOptions, "outside" | "transcriber"> {
  /** Whose lines have a desk phone; everybody's may be called. */
  readonly devices: readonly string[];
  /** Further settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Before the phone system reads it. */
  readonly prepare?: (server: TestApp, sealer: Sealer) => Promise<void>;
  /** Where SIP listens; on this machine's IPv4 address unless told. */
  readonly sipHost?: string;
}

interface RegisterOptions {
  readonly transport?: "udp" | "tcp";
  readonly onCall?: (call: RobotCall) => void;
}

const OF_PHONES: ReadonlySet<string> = new Set(["devices", "unwilling"]);
type Method = "GET" | "POST" | "PUT" | "DELETE";
const NOT_TODAY = new Date("2999-01-01");

const lineOf = (handle: string) => (handle === DOORBELL.handle ? DOORBELL : demoPerson(handle));
export const deviceName = (handle: string): string => `desk-${handle}`;

/** The whole server with its phone system on real ports, and robots that call each other through it. */
export class PhoneWorld {
  readonly server: TestApp;
  readonly ports: { readonly udp: number; readonly tcp: number };
  readonly sealer: Sealer;
  readonly #phones: RobotPhone[] = [];
  readonly #carriers: SipCarrier[] = [];
  #peers: WebRtcPeers | undefined;
  #origin: Promise<string> | undefined;

  private constructor(server: TestApp, ports: { udp: number; tcp: number }, sealer: Sealer) {
    this.server = server;
    this.ports = ports;
    this.sealer = sealer;
  }

  static async start(options: PhoneWorldOptions): Promise<PhoneWorld> {
    const { devices, prepare, env, sipHost = "127.0.0.1", ...more } = options;
    const ports = { udp: await freeUdpPort(), tcp: await freeTcpPort() };
    const server = await createTestApp({
      ...more,
      env: {
        SIP_HOST: sipHost,
        SIP_UDP_PORT: String(ports.udp),
        SIP_TCP_PORT: String(ports.tcp),
        SIP_DOMAIN: DOMAIN,
        ...env,
      },
    });
    const sealer = createSealer(testSecrets().key("phone-system"));
    const rows = devices.map((handle) => ({
      username: deviceName(handle),
      customer_id: lineOf(handle).customerId,
      phone_id: lineOf(handle).id,
      sealed_password: sealer.seal(deviceContext(deviceName(handle)), DEVICE_PASSWORD),
    }));
    if (rows.length > 0) await server.database.query.insertInto("sip_devices").values(rows).execute();
    // The demo's faxes that wait would call through the test's carriers, in the middle of what is counted there.
    await server.database.query
      .updateTable("faxes")
      .set({ next_try_at: NOT_TODAY })
      .where("state", "=", "waiting")
      .execute();
    await prepare?.(server, sealer);
    await server.app.start();
    return new PhoneWorld(server, ports, sealer);
  }

  async phone(handle: string, hz: number, options: RegisterOptions = {}): Promise<RobotPhone> {
    const { transport = "udp" } = options;
    const phone = await RobotPhone.register({
      username: deviceName(handle),
      password: DEVICE_PASSWORD,
      domain: DOMAIN,
      transport,
      port: this.ports[transport],
      hz,
      ...options,
    });
    this.#phones.push(phone);
    return phone;
  }

  /** Where browsers open their websockets. */
  async webSocketOrigin(): Promise<string> {
    this.#origin ??= this.server.listen();
    return (await this.#origin).replace("http", "ws");
  }

  /** The phone of a signed-in browser: SIP over the websocket of its session, and WebRTC. */
  async browser(token: string): Promise<RobotPhone> {
    this.#peers ??= new WebRtcPeers();
    const peers = this.#peers;
    const url = await this.webSocketOrigin();
    const port = Number(new URL(url).port);
    const { sip } = await this.asked<{ sip: SipSettings }>(token, "GET", "/myProfile");
    const id = `${sip.username}-${this.#phones.length}`;
    const phone = await RobotPhone.register({
      username: sip.username,
      password: sip.password,
      domain: sip.realm,
      transport: "ws",
      port,
      url: `${url}${sip.ws_url}`,
      hz: 440,
      peer: {
        offer: () => peers.ask("offer", id, "opus"),
        accept: (answer) => void peers.ask("accept", id, answer).then(() => peers.ask("speak", id, 440)),
      },
    });
    this.#phones.push(phone);
    return phone;
  }

  async carrier(options?: Parameters<typeof SipCarrier.start>[0]): Promise<SipCarrier> {
    const carrier = await SipCarrier.start(options);
    this.#carriers.push(carrier);
    return carrier;
  }

  /** Changes how the first demo company is configured, as provisioning does; resolves when it counts. */
  async change(write: (query: Transaction["query"]) => Promise<unknown>): Promise<void> {
    await this.server.database.transaction(async (tx) => {
      await write(tx.query);
      const channel = channelName("customer", HARBORLIGHT.id);
      tx.publish({ customerId: HARBORLIGHT.id, channel, event: { type: "DID_UPDATE" } });
    });
    await this.server.app.phonesSettled();
  }

  /** A client of somebody who is signed in. */
  async client(handle: string) {
    const token = await this.server.signIn(demoPerson(handle).id);
    return <Result>(method: Method, path: string, payload?: object) =>
      this.asked<Result>(token, method, path, payload);
  }

  async asked<Result>(
    token: string,
    method: Method,
    path: string,
    payload?: object,
    proof: Record<string, string> = {},
  ): Promise<Result> {
    const response = await this.server.app.fastify.inject({
      method,
      url: `/api${path}`,
      headers: { "x-app-key": APP_KEY, authorization: `Bearer ${token}`, ...proof },
      ...(payload && { payload }),
    });
    const { error, result } = response.json();
    if (error) throw new Error(`${method} ${path}: ${error.message}`);
    return result as Result;
  }

  /** What call control still holds; phones aside, which stay registered and known. */
  async held(): Promise<Record<string, number>> {
    const { body } = await this.server.app.fastify.inject({ method: "GET", url: "/metrics" });
    const found = [...body.matchAll(/^offhook_phone_system\{what="(\w+)"\} (\d+)$/gm)];
    return Object.fromEntries(
      found.flatMap(([, what = "", count]) => (OF_PHONES.has(what) ? [] : [[what, Number(count)]])),
    );
  }

  /** All calls are over: nothing is held any more, and every record is closed. */
  async isAtRest(): Promise<void> {
    await vi.waitFor(
      async () => {
        expect(await this.held()).toEqual({
          calls: 0,
          legs: 0,
          bridges: 0,
          dialogs: 0,
          waiting: 0,
          faxes: 0,
        });
        // A short call can end before anything of it is written.
        await this.server.app.phonesSettled();
        expect(await this.#openRecords()).toEqual([]);
      },
      { timeout: 20_000, interval: 100 },
    );
  }

  /** The history of one line since the test began, newest first. */
  async records(handle: string, since: number) {
    return this.server.database.query
      .selectFrom("call_records")
      .selectAll()
      .where("phone_id", "=", lineOf(handle).id)
      .where("started_at", ">=", new Date(since))
      .orderBy("started_at", "desc")
      .execute();
  }

  /** Robots say goodbye after every test, or they would ring in the next one. */
  async stopPhones(): Promise<void> {
    await Promise.all(this.#phones.splice(0).map((phone) => phone.stop().catch(() => phone.vanish())));
  }

  async close(): Promise<void> {
    await this.stopPhones();
    this.#peers?.kill();
    await this.server.close();
    await Promise.all(this.#carriers.map((carrier) => carrier.stop()));
  }

  async #openRecords(): Promise<string[]> {
    const rows = await this.server.database.query
      .selectFrom("call_records")
      .select("id")
      .where("ended_at", "is", null)
      .execute();
    return rows.map(({ id }) => id);
  }
}
