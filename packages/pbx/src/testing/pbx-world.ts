import { FakeClock } from "@offhook/testkit";
import { NO_PIN_TRIES } from "../applications/pin-brake.ts";
import type { ClosedLegRecord, LegRecord } from "../calls/records/leg-record.ts";
import type { CallView } from "../calls/views/call-view.ts";
import type { CompanyConfig, TrunkConfig } from "../dialplan/company-config.ts";
import { Pbx } from "../pbx.ts";
import type { PbxEvents } from "../pbx-events.ts";
import { DEFAULT_PBX_SETTINGS, type PbxPorts } from "../pbx-ports.ts";
import type { SavedBinding } from "../ports/binding-store.ts";
import type { LimitReached } from "../ports/leg-limits.ts";
import type {
  GreetingOccasion,
  MailboxMessage,
  MailboxStore,
  NewMessage,
  RecordedGreeting,
} from "../ports/mailbox-store.ts";
import type { SavedWaitingCall } from "../ports/waiting-call-store.ts";
import { FakeFaxMachines } from "./fake-fax-machines.ts";
import { FakeMedia } from "./fake-media.ts";
import { MemoryTolls } from "./memory-tolls.ts";
import { MemoryWire } from "./memory-wire.ts";
import { ScriptedPhone } from "./scripted-phone.ts";
import { simpleNumbers } from "./test-company.ts";
import { nodeHash } from "./test-hash.ts";

const DOMAIN = "pbx.test";

export interface WorldOptions {
  readonly company: CompanyConfig;
  readonly trunks?: readonly TrunkConfig[];
  /** Callers who wait are kept over a restart. */
  readonly keepsWaiting?: boolean;
  /** The world whose process this one takes the place of: its phones are still where they were. */
  readonly before?: PbxWorld;
}

/** A whole phone system in memory: real SIP on both sides, pretended audio, a clock that the test moves. */
export class PbxWorld {
  readonly clock: FakeClock;
  readonly media = new FakeMedia();
  readonly faxes = new FakeFaxMachines();
  readonly pbx: Pbx;
  readonly wires = new Map<string, MemoryWire>();
  /** By the address that the server sees. */
  readonly phoneAt = new Map<string, ScriptedPhone>();
  readonly carrier: ScriptedPhone;
  readonly opened: LegRecord[] = [];
  readonly closed: ClosedLegRecord[] = [];
  readonly ended: CallView[] = [];
  readonly alarms: PbxEvents["alarm"][] = [];
  readonly presence: PbxEvents["presenceChanged"][] = [];
  readonly lockouts: PbxEvents["lockout"][] = [];
  readonly pinLockouts: PbxEvents["pinLockout"][] = [];
  readonly messages: NewMessage[] = [];
  readonly warnings: string[] = [];
  readonly stored: MailboxMessage[] = [];
  /** Messages are counted when this is over. */
  beforeCounting: Promise<void> = Promise.resolve();
  /** Ids of the messages that their owner has saved. */
  readonly kept: string[] = [];
  /** Messages that are being spoken. */
  readonly drafts = new Set<string>();
  readonly rescued: string[] = [];
  /** Lines whose page is being opened, and how long that is worth waiting for. */
  readonly arriving = new Map<string, number>();
  /** On whose desk a phone stands. */
  readonly deskUsers = new Map<string, string>();
  readonly reached: LimitReached[] = [];
  readonly legLimits = {
    maxLegs: 500,
    reservedLegs: 10,
    onReached: (reached: LimitReached): void => void this.reached.push(reached),
  };
  /** Desk phones as they are kept over a restart. */
  readonly bindings = new Map<string, SavedBinding>();
  /** Callers who wait as they are kept over a restart. */
  readonly waiting = new Map<string, SavedWaitingCall>();
  /** What the company's contacts say of callers, by number. */
  tagsOf: (number: string) => Promise<readonly string[]> = () => Promise.resolve([]);
  /** What callers hear, by the occasion. */
  readonly greetings = new Map<
    GreetingOccasion,
    { readonly path: string; readonly until?: number | undefined }
  >();
  readonly recordedGreetings: RecordedGreeting[] = [];
  pinTries = NO_PIN_TRIES;
  company: CompanyConfig;
  readonly tolls = new MemoryTolls();
  readonly #trunks: readonly TrunkConfig[];
  readonly #keepsWaiting: boolean;
  readonly #before: PbxWorld | undefined;
  #seed = 1;

  constructor({ company, trunks = [], keepsWaiting = false, before }: WorldOptions) {
    this.clock = before?.clock ?? new FakeClock();
    this.#before = before;
    // What another process makes up must not be what the one before it did.
    if (before) this.#seed = before.#seed + 500;
    this.company = company;
    this.#keepsWaiting = keepsWaiting;
    this.#trunks = trunks;
    this.carrier = this.#phone("carrier", "phone", "carrier");
    this.pbx = new Pbx(this.#ports(), {
      ...DEFAULT_PBX_SETTINGS,
      domain: DOMAIN,
      nonceSecret: "nonce secret",
    });
    this.pbx.on("callEnded", (call) => this.ended.push(call));
    this.pbx.on("alarm", (alarm) => this.alarms.push(alarm));
    this.pbx.on("lockout", (lockout) => this.lockouts.push(lockout));
    this.pbx.on("pinLockout", (lockout) => this.pinLockouts.push(lockout));
    this.pbx.on("presenceChanged", (presence) => this.presence.push(presence));
    this.pbx.start();
  }

  /** A device of an extension that has not registered yet. */
  plugged(
    extension: string,
    kind: "browser" | "phone" = "browser",
    instance = `${extension}-1`,
  ): ScriptedPhone {
    const phone = this.#phone(`phone-${extension}`, kind, instance);
    this.connect(phone, instance, kind);
    return phone;
  }

  /** The same, plugged in and registered. */
  async phone(...device: Parameters<PbxWorld["plugged"]>): Promise<ScriptedPhone> {
    const phone = this.plugged(...device);
    phone.register();
    await this.run(20);
    return phone;
  }

  /** Somebody who has plugged in a phone of their own and does not know the password of the extension. */
  intruder(extension: string, name: string): ScriptedPhone {
    const phone = this.#phone(`phone-${extension}`, "phone", name, "a guess");
    this.connect(phone, name, "phone");
    return phone;
  }

  connect(
    phone: ScriptedPhone,
    name: string,
    kind: "browser" | "phone",
    address = `10.0.0.${this.wires.size + 2}`,
  ): MemoryWire {
    const transport = kind === "browser" ? "WS" : "UDP";
    const wire = new MemoryWire(phone.ua, this.pbx, { clock: this.clock, transport, name, address });
    this.wires.set(name, wire);
    this.phoneAt.set(address, phone);
    phone.plugIn(wire.phoneFlow);
    return wire;
  }

  /** The page is closed or reloaded: its socket is gone and nothing more comes from it. */
  vanish(name: string): void {
    const wire = this.wires.get(name);
    wire?.cut();
    if (wire) this.pbx.flowClosed(wire.serverFlow);
  }

  /** The process is killed: nothing more comes from it. */
  die(): void {
    for (const wire of this.wires.values()) wire.cut();
  }

  /** Lets time pass, with everything that is due and everything that waits for it. */
  async run(ms: number): Promise<void> {
    for (let left = ms; left > 0; ) {
      await settle();
      const step = Math.min(left, left > 1_000 ? 100 : 1);
      this.clock.advance(step);
      left -= step;
    }
    await settle();
  }

  /** The media leg of the party with this number, in whatever call it is. */
  legOf(number: string) {
    const [first] = this.legsOf(number);
    if (!first) throw new Error(`No leg of ${number}`);
    return first;
  }

  legsOf(number: string) {
    const parties = this.pbx.commands.calls().flatMap((call) => call.parties);
    return parties
      .filter((party) => party.number === number)
      .flatMap((party) => {
        const leg = this.media.legs.get(party.channelId);
        return leg ? [{ id: party.channelId, ...leg }] : [];
      });
  }

  channelOf(number: string): string {
    const parties = this.pbx.commands.calls().flatMap((call) => call.parties);
    const party = parties.find((each) => each.number === number);
    if (!party) throw new Error(`${number} is in no call`);
    return party.channelId;
  }

  #phone(
    username: string,
    kind: "browser" | "phone",
    instance: string,
    password = `secret of ${username}`,
  ): ScriptedPhone {
    this.#seed += 1;
    return new ScriptedPhone({
      username,
      password,
      domain: DOMAIN,
      kind,
      instance,
      clock: this.clock,
      random: randomFrom(this.#seed),
      hash: nodeHash,
    });
  }

  #ports(): PbxPorts {
    return {
      clock: this.clock,
      random: randomFrom(this.#seed + 1_000),
      hash: nodeHash,
      media: this.media,
      faxes: this.faxes,
      numbers: simpleNumbers,
      directory: {
        companies: () => [this.company],
        company: (id) => (id === this.company.id ? this.company : undefined),
        trunks: () => this.#trunks,
        account: (username) => this.#account(username),
      },
      records: {
        opened: (leg) => this.opened.push(leg),
        closed: (leg) => this.closed.push(leg),
      },
      tolls: this.tolls,
      mailboxes: this.#mailboxes(),
      flows: {
        open: ({ host }) => {
          const phone = this.#before?.phoneAt.get(host);
          const wire = phone
            ? this.connect(phone, host, "phone", host)
            : this.connect(this.carrier, host, "phone");
          return Promise.resolve(wire.serverFlow);
        },
      },
      arrivals: { awaitMs: (_companyId, endpointId) => this.arriving.get(endpointId) ?? 0 },
      legLimits: this.legLimits,
      bindings: {
        save: (binding) => {
          this.bindings.set(binding.key, binding);
          return Promise.resolve();
        },
        refresh: () => {},
        remove: (_endpointId, key) => this.bindings.delete(key),
      },
      ...(this.#keepsWaiting && {
        waitingCalls: {
          save: (call) => void this.waiting.set(call.core.id, call),
          remove: (callId) => void this.waiting.delete(callId),
          noteLife: () => {},
        },
      }),
      callerTags: { tagsOf: (_companyId, number) => this.tagsOf(number) },
      recordings: { pathFor: ({ recordingId }) => `/recordings/${recordingId}` },
      log: {
        info: () => {},
        warn: (message, fields) => this.warnings.push(`${message} ${JSON.stringify(fields)}`),
      },
    };
  }

  #mailboxes(): MailboxStore {
    return {
      greeting: (_mailbox, occasion, now) => {
        const { path, until = Number.POSITIVE_INFINITY } = this.greetings.get(occasion) ?? {};
        return Promise.resolve(until > now ? path : undefined);
      },
      greetings: () => Promise.resolve(this.recordedGreetings),
      saveGreeting: (_mailbox, { occasion, until }, { files }) => {
        this.greetings.set(occasion, { path: files.wav ?? "", until });
        return Promise.resolve();
      },
      chooseGreeting: (_mailbox, { occasion, until }, id) => {
        const chosen = this.recordedGreetings.find((recorded) => recorded.id === id);
        if (chosen) this.greetings.set(occasion, { path: chosen.path, until });
        else this.greetings.delete(occasion);
        return Promise.resolve();
      },
      messages: () => Promise.resolve(this.stored),
      counts: async () => {
        await this.beforeCounting;
        const fresh = this.stored.filter(({ isNew }) => isNew).length;
        return { fresh, heard: this.stored.length - fresh };
      },
      begin: (_mailbox, { id }) => {
        this.drafts.add(id);
        return Promise.resolve(`/drafts/${id}`);
      },
      discard: (_mailbox, id) => {
        this.drafts.delete(id);
        return Promise.resolve();
      },
      rescue: (_mailbox, id) => {
        this.rescued.push(id);
        return Promise.resolve(this.drafts.delete(id));
      },
      save: (_mailbox, message) => {
        this.drafts.delete(message.id);
        this.messages.push(message);
        return Promise.resolve();
      },
      markHeard: () => Promise.resolve(),
      keep: (_mailbox, id) => {
        this.kept.push(id);
        return Promise.resolve();
      },
      remove: (_mailbox, id) => {
        const at = this.stored.findIndex((message) => message.id === id);
        this.stored.splice(at, 1);
        return Promise.resolve();
      },
      pinTries: () => Promise.resolve(this.pinTries),
      judgePin: (_mailbox, judge) => {
        const judged = judge(this.pinTries);
        this.pinTries = judged.tries;
        return Promise.resolve(judged);
      },
      draftPath: (_mailbox, id) => `/drafts/${id}`,
    };
  }

  #account(username: string) {
    const endpoint = this.company.endpoints.find(({ id }) => id === username);
    if (!endpoint) return undefined;
    const secret = { kind: "password", password: `secret of ${username}` } as const;
    const userId = this.deskUsers.get(username);
    return {
      username,
      secret,
      companyId: this.company.id,
      endpointId: endpoint.id,
      ...(userId !== undefined && { userId }),
    };
  }
}

/** Promises that are due run out; nothing here waits for anything but promises and the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

function randomFrom(seed: number): { bytes(count: number): Uint8Array } {
  let state = (Math.imul(seed, 2_654_435_761) | 1) >>> 0;
  return {
    bytes: (count) =>
      Uint8Array.from({ length: count }, () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        state >>>= 0;
        return state >>> 24;
      }),
  };
}
