import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { channelName } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { OutsideAudio, type OutsideVoice, SipDeskPhone } from "@offhook/simulator";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import type { LiveUsers } from "../../features/presence/index.ts";
import { deviceContext } from "../../pbx/directory/live-directory.ts";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { saveDemoDevice } from "../demo-device-repository.ts";
import { type DemoPerson, demoPerson, emailOf, HARBORLIGHT } from "../demo-people.ts";
import { createRandom } from "../seed-context.ts";
import { DEMO_AUDIO } from "../seeders/calls/demo-audio.ts";
import { Colleague, type ColleagueState } from "./colleague.ts";
import { ColleagueAccount, type Inject } from "./colleague-account.ts";

export interface DemoColleaguesDeps {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly domain: string;
  readonly clock: Clock;
  /** Where desk phones register over TCP; undefined where they cannot. */
  readonly port: () => number | undefined;
  readonly log: Pick<BaseLogger, "warn">;
}

/** The running server, as colleagues need it. */
export interface DemoFloor {
  readonly fastify: { readonly inject: Inject };
  /** Those with an open console. */
  readonly connectedUsers: LiveUsers;
  /** The accounts of all devices that answer on a line. */
  readonly devicesOn: (customerId: number, line: string) => readonly string[];
  /** Resolves when the phone system knows of what was stored before. */
  readonly phonesSettled: () => Promise<void>;
}

interface Seat {
  readonly person: DemoPerson;
  readonly colleague: Colleague;
  cancelArrival: CancelTimer;
  /** Somebody else sits there. */
  isTaken: boolean;
}

/** Who is at work, in which queues, and what they are heard saying. */
const ROSTER = [
  { handle: "dev", queues: ["301"], speech: "visit" },
  { handle: "priya", queues: ["301"], speech: "pharmacy" },
  { handle: "samuel", queues: ["301"], speech: "visit" },
  { handle: "aisha", queues: ["302"], speech: "billing" },
  { handle: "marcus", queues: ["303"], speech: "pharmacy" },
] as const;
const SEED = 20_260_301;
/** They do not all come through the door at once, and a server that starts has other things to do first. */
const FIRST_ARRIVAL_MS = 3_000;
const BETWEEN_ARRIVALS_MS = 1_500;
/** How often they look whether somebody has registered a phone of their own on a colleague's line. */
const LOOK_MS = 2_000;
/** A reload closes a console and opens it again. */
const RETURN_AFTER_MS = 30_000;
const BREATH_MS = 600;

const deviceName = ({ handle }: DemoPerson): string => `demo-desk-${handle}`;

/** The colleagues of whoever tries the demo: real phones and real requests, moved by a fixed rhythm. */
export class DemoColleagues {
  readonly #deps: DemoColleaguesDeps;
  readonly #password = randomBytes(24).toString("base64url");
  #audio: OutsideAudio | undefined;
  #floor: DemoFloor | undefined;
  #seats: readonly Seat[] = [];
  #stopWatching: () => void = () => {};
  #cancelLook: CancelTimer = () => {};
  /** Switching on and off takes a moment; one is done after the other. */
  #switching: Promise<void> = Promise.resolve();

  constructor(deps: DemoColleaguesDeps) {
    this.#deps = deps;
  }

  get isOn(): boolean {
    return this.#seats.length > 0;
  }

  get people(): readonly { readonly name: string; readonly state: ColleagueState }[] {
    return this.#seats.map(({ person, colleague }) => ({
      name: `${person.firstname} ${person.lastname}`,
      state: colleague.state,
    }));
  }

  /** To be done before the phone system reads its devices. */
  async save(): Promise<void> {
    const { database, sealer } = this.#deps;
    for (const { handle: line } of ROSTER) {
      const username = deviceName(demoPerson(line));
      const sealedPassword = sealer.seal(deviceContext(username), this.#password);
      await saveDemoDevice(database.query, { username, line, label: "Simulated desk phone", sealedPassword });
    }
  }

  /** The server runs. */
  open(floor: DemoFloor): void {
    this.#floor = floor;
  }

  /** False where no desk phone can be connected. */
  async switch(isOn: boolean): Promise<boolean> {
    const floor = this.#floor;
    const port = this.#deps.port();
    if (!floor || port === undefined) return false;
    this.#switching = this.#switching.then(async () => {
      if (isOn === this.isOn) return;
      if (isOn) this.#begin(floor, port);
      else await this.#end();
    });
    await this.#switching;
    return true;
  }

  /** Lets everybody go while the demo is put back, and come again with phones that are known anew. */
  async during(reset: () => Promise<void>): Promise<void> {
    const { isOn } = this;
    if (isOn) await this.switch(false);
    await reset();
    await this.save();
    const { database } = this.#deps;
    const event = { type: "DID_UPDATE" } as const;
    await database.transaction(async (tx) => {
      const customerId = HARBORLIGHT.id;
      tx.publish({ customerId, channel: channelName("user", demoPerson("dev").id), event });
    });
    await this.#floor?.phonesSettled();
    if (isOn) await this.switch(true);
  }

  async stop(): Promise<void> {
    this.#floor = undefined;
    await this.#switching;
    await this.#end();
  }

  #begin(floor: DemoFloor, port: number): void {
    const audio = new OutsideAudio();
    this.#audio = audio;
    this.#seats = ROSTER.map(({ handle, queues, speech }) => {
      const person = demoPerson(handle);
      const colleague = this.#colleague(person, { queues, speech, port, audio, floor });
      return { person, colleague, cancelArrival: () => {}, isTaken: false };
    });
    for (const [index, seat] of this.#seats.entries())
      this.#expect(seat, FIRST_ARRIVAL_MS + index * BETWEEN_ARRIVALS_MS);
    this.#stopWatching = floor.connectedUsers.onChange(({ userId }) => {
      for (const seat of this.#seats) if (seat.person.id === userId) this.#lookAt(seat);
    });
    this.#lookAround();
  }

  #lookAround(): void {
    for (const seat of this.#seats) this.#lookAt(seat);
    this.#cancelLook = this.#deps.clock.schedule(LOOK_MS, () => this.#lookAround());
  }

  async #end(): Promise<void> {
    const seats = this.#seats;
    this.#seats = [];
    this.#stopWatching();
    this.#cancelLook();
    for (const { cancelArrival } of seats) cancelArrival();
    await Promise.all(seats.map(({ colleague }) => colleague.leave()));
    await this.#audio?.close();
    this.#audio = undefined;
  }

  #colleague(person: DemoPerson, parts: ColleagueParts): Colleague {
    const { domain, clock, log } = this.#deps;
    const { queues, speech, port, audio, floor } = parts;
    const account = { username: deviceName(person), password: this.#password, domain, port };
    return new Colleague({
      line: person.handle,
      queues,
      voice: voiceOf(speech),
      account: new ColleagueAccount((request) => floor.fastify.inject(request), emailOf(person)),
      phone: (onRing) => new SipDeskPhone({ ...account, audio, onRing }),
      isPlayed: (line) =>
        this.#seats.some((seat) => seat.person.handle === line && seat.colleague.state !== "gone"),
      clock,
      random: createRandom(SEED + person.id),
      log,
    });
  }

  /** Whoever has opened the console, or registered a phone, has the line for themselves. */
  #lookAt(seat: Seat): void {
    const isTaken = this.#isTaken(seat);
    if (isTaken === seat.isTaken) return;
    seat.isTaken = isTaken;
    seat.cancelArrival();
    if (isTaken) void seat.colleague.leave();
    else this.#expect(seat, RETURN_AFTER_MS);
  }

  #isTaken({ person }: Seat): boolean {
    const { connectedUsers, devicesOn } = this.#floor ?? {};
    const devices = devicesOn?.(HARBORLIGHT.id, person.handle) ?? [];
    return connectedUsers?.isLive(person.id) || devices.some((username) => username !== deviceName(person));
  }

  #expect(seat: Seat, afterMs: number): void {
    seat.cancelArrival = this.#deps.clock.schedule(afterMs, () => {
      if (!this.#isTaken(seat)) seat.colleague.arrive();
    });
  }
}

interface ColleagueParts {
  readonly queues: readonly string[];
  readonly speech: string;
  readonly port: number;
  readonly audio: OutsideAudio;
  readonly floor: DemoFloor;
}

function voiceOf(speech: string): OutsideVoice {
  const path = fileURLToPath(new URL(`call-${speech}-staff.opus`, DEMO_AUDIO));
  return {
    kind: "says",
    sources: [
      { kind: "silence", durationMs: BREATH_MS },
      { kind: "file", path },
    ],
  };
}
