import { type PushNotice, parseUserSettings } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CallView } from "@offhook/pbx";
import { formatPhone } from "@offhook/telephony";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { findUserName } from "../../database/user-name-repository.ts";
import type { DeclineTickets } from "./decline-tickets.ts";
import type { PushQueue } from "./push-queue.ts";
import { type Listener, listListeners } from "./push-repository.ts";

export interface CallNoticesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly queue: Pick<PushQueue, "add">;
  readonly tickets: DeclineTickets;
  readonly usersOf: (companyId: string, endpointId: string) => readonly string[];
  readonly hasListener: (userId: number) => boolean;
  /** The session has a page open, which tells its user by itself. */
  readonly isOpen: (sessionId: string) => boolean;
}

/** A browser that was told of a call. */
interface Told {
  readonly sessionId: string;
  readonly userId: number;
}

/** A line that rings for a call, and who was told of it. */
interface Ringing {
  readonly told: Promise<readonly Told[]>;
}

/** Somebody of a line does not want a call. */
export interface Declined {
  readonly callId: string;
  readonly endpointId: string;
  /** The user, where known. */
  readonly by: string | undefined;
}

/** How ringing ended for a line: nobody took it, somebody did, or did not want it. */
type Ending = "missed" | "taken" | Declined;

/** Longer than any line rings. */
const RING_MS = 60_000;
/** A missed call is news for as long as a text is. */
const NEWS_MS = 24 * 3_600_000;

/** Tells browsers without an open page of calls that ring for their user, and when that is over. */
export class CallNotices {
  readonly #deps: CallNoticesDeps;
  readonly #ringing = new Map<string, Ringing>();
  readonly #declined = new Map<string, Declined>();

  constructor(deps: CallNoticesDeps) {
    this.#deps = deps;
  }

  /** Whoever declines a call has not missed it. */
  declined(declined: Declined): void {
    const key = `${declined.callId} ${declined.endpointId}`;
    if (this.#ringing.has(key)) this.#declined.set(key, declined);
  }

  changed(call: CallView): void {
    if (call.isTest) return;
    const rings = new Set(call.awaiting);
    for (const { phase, endpointId } of call.parties)
      if (phase === "ringing" && endpointId !== undefined) rings.add(endpointId);
    for (const endpointId of rings) this.#begin(call, endpointId);
    for (const key of [...this.#ringing.keys()]) {
      const [callId = "", endpointId = ""] = key.split(" ");
      if (callId === call.callId && !rings.has(endpointId)) this.#end(call, key);
    }
  }

  #begin(call: CallView, endpointId: string): void {
    const key = `${call.callId} ${endpointId}`;
    if (this.#ringing.has(key)) return;
    const users = this.#deps
      .usersOf(call.companyId, endpointId)
      .map(Number)
      .filter((userId) => this.#deps.hasListener(userId));
    if (users.length === 0) return;
    this.#ringing.set(key, {
      told: this.#tell(call, endpointId, users).catch((error) => this.#failed(error)),
    });
  }

  async #tell(call: CallView, endpointId: string, users: readonly number[]): Promise<readonly Told[]> {
    const { database, queue, clock, tickets, isOpen } = this.#deps;
    const listeners = await listListeners(database.query, Number(call.companyId), users, "calls");
    const wanted = listeners.filter((each) => wantsCalls(each) && !isOpen(each.session_id));
    const until = clock.now() + RING_MS;
    const noticeFor = (userId: number): PushNotice => ({
      type: "call",
      tag: tagOf(call),
      title: call.isDoorbell ? "Someone is at the door" : `Incoming call from ${callerOf(call)}`,
      body: [numberOf(call), call.via?.name].filter(Boolean).join(" · "),
      path: `/calls/new?ringing=${call.callId}`,
      decline: tickets.issue({ callId: call.callId, endpointId, userId }, until),
      until,
    });
    await queue.add(
      wanted.map(({ session_id, user_id }) => ({
        sessionId: session_id,
        notice: noticeFor(user_id),
        isUrgent: true,
        expiresAt: new Date(until),
      })),
    );
    return wanted.map(({ session_id, user_id }) => ({ sessionId: session_id, userId: user_id }));
  }

  #end(call: CallView, key: string): void {
    const ringing = this.#ringing.get(key);
    this.#ringing.delete(key);
    const declined = this.#declined.get(key);
    this.#declined.delete(key);
    const isTaken = call.parties.some((party) => party.direction === "in" && party.phase !== "ringing");
    const ending: Ending = declined ?? (isTaken ? "taken" : "missed");
    void ringing?.told
      .then((told) => this.#tellOver(call, told, ending))
      .catch((error) => this.#failed(error));
  }

  async #tellOver(call: CallView, told: readonly Told[], ending: Ending): Promise<void> {
    const { database, queue, clock } = this.#deps;
    const decliner = typeof ending === "object" ? ending.by : undefined;
    const name = decliner === undefined ? "" : await findUserName(database.query, Number(decliner));
    const missed = lastWordOn(call, ending, name);
    const expiresAt = new Date(clock.now() + NEWS_MS);
    await queue.add(
      told.map(({ sessionId, userId }) => ({
        sessionId,
        // Users need not be told what they have just done.
        notice: { type: "callOver", tag: tagOf(call), missed: String(userId) === decliner ? null : missed },
        isUrgent: true,
        expiresAt,
      })),
    );
  }

  #failed(error: unknown): readonly Told[] {
    this.#deps.log.error({ err: error }, "Browsers could not be told of a call");
    return [];
  }
}

const tagOf = ({ callId }: CallView): string => `call:${callId}`;
const numberOf = ({ callerNumber }: CallView): string => formatPhone(callerNumber);
const callerOf = (call: CallView): string => call.callerName || numberOf(call) || "an unknown caller";

/** What stays of a call that does not ring any longer; null: nothing. */
function lastWordOn(call: CallView, ending: Ending, decliner: string): MissedNotice | null {
  const path = "/calls";
  if (ending === "taken" || (ending !== "missed" && decliner === "")) return null;
  if (ending !== "missed")
    return { title: `Declined by ${decliner}`, body: `Call from ${callerOf(call)}`, path };
  if (call.isDoorbell) return { title: "Someone was at the door", body: callerOf(call), path };
  return { title: `Missed call from ${callerOf(call)}`, body: numberOf(call), path };
}

type MissedNotice = NonNullable<Extract<PushNotice, { type: "callOver" }>["missed"]>;

/** The page's own rules: notifications are on, and calls are taken in the browser. */
function wantsCalls({ settings }: Listener): boolean {
  return parseUserSettings(JSON.stringify(settings ?? {})).webAppNotifications;
}
