import type { CancelTimer, Clock } from "@offhook/kernel";
import {
  Allow,
  Contact,
  contactsOf,
  Expires,
  type Flow,
  formatNameAddr,
  type NameAddr,
  parameterValue,
  SipHeaders,
  type SipRequest,
  UserAgent,
  withoutParameter,
} from "@offhook/sip";
import type { EndpointId } from "../dialplan/company-config.ts";
import type { SipAccount } from "../ports/pbx-directory.ts";
import { SILENCE_MS } from "../silence.ts";
import { type Binding, deviceOf, isBrowserFlow } from "./binding.ts";
import type { BindingKeeper } from "./binding-keeper.ts";

export interface RegistrarParts {
  readonly clock: Clock;
  readonly maxExpiresSeconds: number;
  /** Over UDP nothing tells that a phone is gone, or that its address has changed. */
  readonly maxDatagramExpiresSeconds: number;
  readonly minExpiresSeconds: number;
  readonly maxBindings: number;
  readonly probeEveryMs: number;
  /** Keeps desk phones over a restart. */
  readonly keeper?: Pick<BindingKeeper, "save" | "refresh" | "remove"> | undefined;
  /** Asks a device whether it is there. */
  readonly probe: (binding: Binding, onAnswer: (isAlive: boolean) => void) => void;
  /** A line's devices have changed. `appeared` has just come online. */
  readonly onChanged: (endpointId: EndpointId, appeared: Binding | undefined) => void;
}

export interface RegisterAnswer {
  readonly status: number;
  readonly headers?: SipHeaders;
  /** A new device is told so when it is written down. */
  readonly stored?: Promise<unknown>;
}

/** Its timers are not moved with every refresh: one that comes too early looks at the time and waits on. */
interface Held {
  binding: Binding;
  probeAt: number;
  cancelExpiry: CancelTimer;
  cancelProbe: CancelTimer;
}

/** A Contact of a REGISTER: which device it is about and for how long it wants to be reached. */
interface Wish {
  readonly contact: NameAddr;
  readonly key: string;
  readonly deviceId: string;
  readonly seconds: number;
}

const DEFAULT_SECONDS = 3_600;

/** RFC 3261 §10 and RFC 5626: which devices of a line can be reached, and over which flow. */
export class Registrar {
  readonly #parts: RegistrarParts;
  readonly #byEndpoint = new Map<EndpointId, Map<string, Held>>();

  constructor(parts: RegistrarParts) {
    this.#parts = parts;
  }

  get size(): number {
    let size = 0;
    for (const held of this.#byEndpoint.values()) size += held.size;
    return size;
  }

  bindings(endpointId: EndpointId): readonly Binding[] {
    return [...(this.#byEndpoint.get(endpointId)?.values() ?? [])].map(({ binding }) => binding);
  }

  /** Devices that answer, in the order they came. A device with several flows counts once. */
  onlineDevices(endpointId: EndpointId): readonly string[] {
    const online = this.bindings(endpointId).filter(({ isOnline }) => isOnline);
    return [...new Set(online.map(({ deviceId }) => deviceId))];
  }

  /** The newest flow of a device that answers. */
  reach(endpointId: EndpointId, deviceId: string): Binding | undefined {
    return this.bindings(endpointId)
      .filter((binding) => binding.isOnline && binding.deviceId === deviceId)
      .toSorted((a, b) => b.registeredAt - a.registeredAt)[0];
  }

  /** A REGISTER of somebody whose password was right. */
  register(request: SipRequest, flow: Flow, account: SipAccount): RegisterAnswer {
    const contacts = request.headers.all(Contact);
    if (!request.headers.isWellFormed(Contact)) return { status: 400 };
    if (contacts.includes("*")) return this.#removeAll(request, account, contacts.length);
    const wishes = contactsOf(request.headers).map((contact) => wishOf(request, contact));
    const refusal = this.#refusal(request, account, wishes);
    if (refusal) return refusal;
    const stored = wishes.flatMap((wish) => this.#registerOne(request, flow, account, wish) ?? []);
    const answer = this.#granted(account);
    return stored.length === 0 ? answer : { ...answer, stored: Promise.all(stored) };
  }

  /** A binding of before a restart counts until the device says nothing: it is asked soon. */
  restore(binding: Binding, probeInMs: number): void {
    const { endpointId, key, expiresAt } = binding;
    const now = this.#parts.clock.now();
    const own = this.#byEndpoint.get(endpointId) ?? new Map<string, Held>();
    // Whoever has registered since then is known better.
    if (own.has(key) || expiresAt <= now || own.size >= this.#parts.maxBindings) return;
    own.set(key, this.#hold(binding, now + probeInMs));
    this.#byEndpoint.set(endpointId, own);
    this.#parts.onChanged(endpointId, binding);
  }

  /** It has said nothing to a call: it is not there until it answers again, unless it has registered anew meanwhile. */
  noteSilence({ endpointId, key, registeredAt }: Binding): void {
    const held = this.#byEndpoint.get(endpointId)?.get(key);
    if (held?.binding.registeredAt === registeredAt) this.#setOnline(held, false);
  }

  /** The connection is gone, and with it the way to whoever registered through it. */
  flowClosed(flow: Flow): void {
    for (const [endpointId, held] of [...this.#byEndpoint])
      for (const [key, { binding }] of [...held])
        if (binding.flow.id === flow.id) this.#remove(endpointId, key);
  }

  /** Credentials were withdrawn: their devices are not ours any more. */
  dropAccount(username: string): void {
    for (const [endpointId, held] of [...this.#byEndpoint])
      for (const [key, { binding }] of [...held])
        if (binding.username === username) this.#remove(endpointId, key);
  }

  close(): void {
    for (const held of this.#byEndpoint.values()) for (const each of held.values()) cancelAll(each);
    this.#byEndpoint.clear();
  }

  #refusal(request: SipRequest, account: SipAccount, wishes: readonly Wish[]): RegisterAnswer | undefined {
    const own = this.#byEndpoint.get(account.endpointId);
    for (const { key, seconds } of wishes) {
      // RFC 3261 §10.3: a phone that wants to refresh too often is told the least we take.
      if (seconds > 0 && seconds < this.#parts.minExpiresSeconds)
        return {
          status: 423,
          headers: SipHeaders.of(["Min-Expires", String(this.#parts.minExpiresSeconds)]),
        };
      const known = own?.get(key)?.binding;
      if (known?.callId === request.callId && request.cseq.sequence <= known.sequence) return { status: 500 };
    }
    const left = this.#parts.maxBindings - (own?.size ?? 0);
    // Nearly always there is room, or it is a device we know.
    if (wishes.length <= left) return undefined;
    const added = wishes.filter(({ key, seconds }) => seconds > 0 && !own?.has(key));
    const room = left + this.#offline(account.endpointId).length;
    return added.length > room ? { status: 403, headers: new SipHeaders() } : undefined;
  }

  #registerOne(request: SipRequest, flow: Flow, account: SipAccount, wish: Wish): Promise<void> | undefined {
    const { contact, key, deviceId } = wish;
    const { maxExpiresSeconds, maxDatagramExpiresSeconds } = this.#parts;
    const longest = flow.transport === "UDP" ? maxDatagramExpiresSeconds : maxExpiresSeconds;
    const seconds = Math.min(wish.seconds, longest);
    if (seconds === 0) {
      this.#remove(account.endpointId, key);
      return undefined;
    }
    this.#makeRoom(account.endpointId, key);
    const now = this.#parts.clock.now();
    return this.#put({
      key,
      deviceId,
      companyId: account.companyId,
      endpointId: account.endpointId,
      username: account.username,
      contact,
      contactText: formatNameAddr({
        ...contact,
        parameters: withoutParameter(contact.parameters, "expires"),
      }),
      flow,
      callId: request.callId,
      sequence: request.cseq.sequence,
      userAgent: request.headers.first(UserAgent),
      takesNotices: request.headers.all(Allow).includes("NOTIFY"),
      registeredAt: now,
      expiresAt: now + seconds * 1_000,
      kind: isBrowserFlow(flow) ? "browser" : "phone",
      isOnline: true,
    });
  }

  /** A line with too many devices loses one that does not answer. */
  #makeRoom(endpointId: EndpointId, key: string): void {
    const own = this.#byEndpoint.get(endpointId);
    if (!own || own.has(key) || own.size < this.#parts.maxBindings) return;
    const [victim] = this.#offline(endpointId);
    if (victim) this.#remove(endpointId, victim.key);
  }

  #offline(endpointId: EndpointId): readonly Binding[] {
    return this.bindings(endpointId)
      .filter(({ isOnline }) => !isOnline)
      .toSorted((a, b) => a.registeredAt - b.registeredAt);
  }

  #removeAll(request: SipRequest, account: SipAccount, contacts: number): RegisterAnswer {
    // RFC 3261 §10.2.2: the star stands alone and means removal only.
    if (contacts !== 1 || request.headers.first(Expires) !== 0) return { status: 400 };
    const own = this.#byEndpoint.get(account.endpointId) ?? new Map<string, Held>();
    for (const [key, { binding }] of [...own])
      if (binding.username === account.username) this.#remove(account.endpointId, key);
    return this.#granted(account);
  }

  #granted({ endpointId, username }: SipAccount): RegisterAnswer {
    const now = this.#parts.clock.now();
    const contacts: string[] = [];
    for (const { binding } of this.#byEndpoint.get(endpointId)?.values() ?? []) {
      if (binding.username !== username) continue;
      const seconds = Math.max(1, Math.round((binding.expiresAt - now) / 1_000));
      contacts.push(`${binding.contactText};expires=${seconds}`);
    }
    return { status: 200, headers: new SipHeaders().with("Contact", ...contacts) };
  }

  #put(binding: Binding): Promise<void> | undefined {
    const { endpointId, key } = binding;
    const own = this.#byEndpoint.get(endpointId) ?? new Map<string, Held>();
    const held = own.get(key);
    const before = held?.binding;
    const probeAt = this.#parts.clock.now() + this.#parts.probeEveryMs;
    if (held && before && before.expiresAt <= binding.expiresAt) {
      held.binding = binding;
      held.probeAt = probeAt;
    } else {
      if (held) cancelAll(held);
      own.set(key, this.#hold(binding, probeAt));
      this.#byEndpoint.set(endpointId, own);
    }
    const isBack = !before?.isOnline || before.flow.id !== binding.flow.id;
    if (isBack) this.#parts.onChanged(endpointId, binding);
    const isKnown = before?.flow.id === binding.flow.id && before.contactText === binding.contactText;
    if (!isKnown) return this.#parts.keeper?.save(binding);
    this.#parts.keeper?.refresh(binding);
    return undefined;
  }

  #hold(binding: Binding, probeAt: number): Held {
    const held: Held = { binding, probeAt, cancelExpiry: () => {}, cancelProbe: () => {} };
    this.#awaitExpiry(held);
    this.#awaitProbe(held);
    return held;
  }

  #awaitExpiry(held: Held): void {
    const { clock, maxExpiresSeconds } = this.#parts;
    held.cancelExpiry = clock.schedule(held.binding.expiresAt - clock.now(), () => {
      const { endpointId, key, expiresAt } = held.binding;
      if (isAhead(expiresAt - clock.now(), maxExpiresSeconds * 1_000)) this.#awaitExpiry(held);
      else this.#remove(endpointId, key);
    });
  }

  #awaitProbe(held: Held): void {
    const { clock, probeEveryMs } = this.#parts;
    held.cancelProbe = clock.schedule(held.probeAt - clock.now(), () => {
      if (isAhead(held.probeAt - clock.now(), probeEveryMs)) this.#awaitProbe(held);
      else this.#probe(held);
    });
  }

  /** A device that has said nothing for a while does not ring, although its answer may still come. */
  #probe(held: Held): void {
    const { clock, probe, probeEveryMs } = this.#parts;
    const { probeAt } = held;
    // What was asked of somebody who has registered anew meanwhile no longer counts.
    const isRefreshed = (): boolean => held.probeAt !== probeAt;
    held.cancelProbe = clock.schedule(SILENCE_MS, () => {
      if (!isRefreshed()) this.#setOnline(held, false);
    });
    probe(held.binding, (isAlive) => {
      const { endpointId, key } = held.binding;
      if (this.#byEndpoint.get(endpointId)?.get(key) !== held) return;
      held.cancelProbe();
      if (!isRefreshed()) {
        this.#setOnline(held, isAlive);
        held.probeAt = clock.now() + probeEveryMs;
      }
      this.#awaitProbe(held);
    });
  }

  #setOnline(held: Held, isOnline: boolean): void {
    if (held.binding.isOnline === isOnline) return;
    held.binding = { ...held.binding, isOnline };
    this.#parts.onChanged(held.binding.endpointId, isOnline ? held.binding : undefined);
  }

  #remove(endpointId: EndpointId, key: string): void {
    const own = this.#byEndpoint.get(endpointId);
    const held = own?.get(key);
    if (!own || !held) return;
    cancelAll(held);
    own.delete(key);
    if (own.size === 0) this.#byEndpoint.delete(endpointId);
    this.#parts.keeper?.remove(held.binding);
    this.#parts.onChanged(endpointId, undefined);
  }
}

const wishOf = (request: SipRequest, contact: NameAddr): Wish => ({
  contact,
  ...deviceOf(contact),
  seconds: secondsOf(request, contact),
});

/** `expires` of the Contact, else of the message, else what RFC 3261 §10.2.1.1 suggests. */
function secondsOf(request: SipRequest, contact: NameAddr): number {
  const own = parameterValue(contact.parameters, "expires");
  const parsed = own !== undefined && /^\d{1,9}$/.test(own) ? Number(own) : undefined;
  return parsed ?? request.headers.first(Expires) ?? DEFAULT_SECONDS;
}

/** Whether a moment is still to come. One further ahead than it ever was tells of a clock that was set back. */
const isAhead = (leftMs: number, longestMs: number): boolean => leftMs > 0 && leftMs <= longestMs;

function cancelAll({ cancelExpiry, cancelProbe }: Held): void {
  cancelExpiry();
  cancelProbe();
}
