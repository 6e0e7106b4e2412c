import type { Clock } from "@offhook/kernel";
import type { IncomingInvite } from "../dialogs/invites/incoming-invite.ts";
import type { InviteUsage } from "../dialogs/invites/invite-usage.ts";
import type { InviteProgress, InviteSuccess, OutgoingInvite } from "../dialogs/invites/outgoing-invite.ts";
import type { IncomingOffer } from "../dialogs/offers/incoming-offers.ts";
import type { OfferPlan } from "../dialogs/offers/outgoing-offers.ts";
import type { IncomingRefer } from "../dialogs/transfers/incoming-refer.ts";
import { nameAddr } from "../grammar/name-addr.ts";
import { sipUri } from "../grammar/uri.ts";
import type { Body } from "../messages/create-response.ts";
import type { Flow } from "../transactions/flow.ts";
import { UserAgentCore } from "../user-agent/user-agent-core.ts";
import { allowedMethods } from "../user-agent/user-agent-handlers.ts";
import { sdp, textOf } from "./phone.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** What one end believes the media of a call to be: its own last description and theirs. */
export interface Media {
  readonly local: string;
  readonly remote: string;
}

type Act = (flow: Flow, peer: string) => void;

/** What makes calls hard: two things that cross on the way, or one that never arrives. */
export const RACES = [
  "CANCEL against 200",
  "BYE against re-INVITE",
  "late 200",
  "lost ACK",
  "REFER while ringing",
  "device vanishing",
] as const;
export type Race = (typeof RACES)[number];

interface PendingOffer {
  readonly usage: InviteUsage;
  readonly offer: IncomingOffer;
}

/** A user agent that does anything at any time, and only remembers what it believes. */
export class ModelPhone {
  readonly name: string;
  readonly ua: UserAgentCore;
  readonly live = new Map<string, InviteUsage>();
  readonly media = new Map<InviteUsage, Media>();
  readonly endings: string[] = [];
  /** Told of every race this phone gets into, so that the test can say that it has seen them all. */
  onRace: (race: Race) => void = () => {};
  /** Whom it calls. No phone could look into the other one; the test has to, to know a race from a mere event. */
  other: ModelPhone | undefined;
  readonly #random: SeededRandom;
  readonly #clock: Clock;
  readonly #outgoing = new Set<OutgoingInvite>();
  readonly #incoming = new Set<IncomingInvite>();
  readonly #offers = new Set<PendingOffer>();
  readonly #refers = new Set<IncomingRefer>();
  readonly #answers = new Set<() => void>();
  readonly #cancelled = new Set<string>();
  readonly #lots = this.#drawLots();
  #count = 0;
  #isCalm = false;

  constructor(name: string, clock: Clock, random: SeededRandom) {
    this.name = name;
    this.#clock = clock;
    this.#random = random;
    const handlers = { onInvite: (invite: IncomingInvite) => this.#onInvite(invite) };
    this.ua = new UserAgentCore({
      clock,
      random,
      hash: { md5: () => "", sha256: () => "" },
      handlers,
      profile: {
        product: undefined,
        allow: allowedMethods(handlers).filter((method) => method !== "UPDATE" || random.chance(0.7)),
        supported: ["100rel", "timer", "replaces"],
        accept: ["application/sdp"],
        allowEvents: [],
        contact: (flow) => `<sip:${name}@${flow.local.host}>`,
        sessionTimer: { seconds: 90, minSeconds: 90 },
        maxRingMs: 60_000,
      },
    });
  }

  get isIdle(): boolean {
    const { dialogs, clientTransactions, serverTransactions } = this.ua.counts;
    return dialogs + clientTransactions + serverTransactions === 0;
  }

  /** One random thing. */
  act(flow: Flow, peer: string): void {
    this.#random.pick(this.#lots)(flow, peer);
  }

  /** Calls should live long enough to be renegotiated, so some things happen more often than others. */
  #drawLots(): readonly Act[] {
    const live = (act: (usage: InviteUsage) => void) => () => this.#pick(this.live.values(), act);
    const invited = (act: (invite: IncomingInvite) => void) => () => this.#pick(this.#incoming, act);
    const referred = (act: (refer: IncomingRefer) => void) => () => this.#pick(this.#refers, act);
    const offered = (act: (pending: PendingOffer) => void) => () => this.#pick(this.#offers, act);
    const actions: readonly (readonly [weight: number, act: Act])[] = [
      [5, (flow, peer) => this.#call(flow, peer)],
      [5, invited((invite) => this.#progress(invite))],
      [14, invited((invite) => this.#accept(invite))],
      [1, invited((invite) => invite.refuse(this.#random.pick([486, 404, 503, 302])))],
      [4, () => this.#pick(this.#outgoing, (invite) => this.#cancel(invite))],
      [1, live((usage) => this.#hangUp(usage))],
      [8, live((usage) => this.#reinvite(usage, "INVITE"))],
      [4, live((usage) => this.#reinvite(usage, "UPDATE"))],
      [3, live((usage) => this.#askForOffer(usage))],
      [6, offered(({ usage, offer }) => this.#answer(usage, offer))],
      [1, offered(({ offer }) => offer.refuse(488))],
      [3, () => this.#pick(this.#answers, (answer) => answer())],
      [2, live((usage) => usage.request("INFO", {}, () => {}))],
      [2, live((usage) => this.#refer(usage))],
      [2, referred((refer) => refer.accept())],
      [1, referred((refer) => refer.report(180))],
      [1, referred((refer) => refer.finish(this.#random.pick([200, 486])))],
      [1, referred((refer) => refer.refuse(603))],
    ];
    return actions.flatMap(([weight, act]) => Array.from({ length: weight }, () => act));
  }

  /** From now on does nothing of its own and answers what it is asked. */
  calmDown(): void {
    this.#isCalm = true;
    for (const { usage, offer } of this.#offers) this.#later(() => this.#answer(usage, offer));
    for (const answer of this.#answers) this.#later(answer);
  }

  hangUpAll(): void {
    for (const invite of this.#outgoing) invite.cancel();
    for (const invite of this.#incoming) invite.refuse(480);
    for (const usage of this.live.values()) usage.hangUp();
  }

  #cancel(invite: OutgoingInvite): void {
    const far = this.other?.live.get(invite.callId)?.state.name;
    if (far === "unacknowledged" || far === "confirmed") this.onRace("CANCEL against 200");
    this.#cancelled.add(invite.callId);
    invite.cancel();
  }

  #hangUp(usage: InviteUsage): void {
    const far = this.other?.live.get(usage.callId);
    const isChanging = [usage, far].some(
      (each) => each?.state.name === "confirmed" && each.offer !== "stable",
    );
    if (isChanging) this.onRace("BYE against re-INVITE");
    usage.hangUp();
  }

  /** Whether it still waits for an answer to this call. */
  #awaits(callId: string): boolean {
    const isOut = [...this.#outgoing].some((invite) => invite.callId === callId);
    return isOut && !this.#cancelled.has(callId);
  }

  #pick<Item>(from: Iterable<Item>, act: (item: Item) => void): void {
    const items = [...from];
    if (items.length > 0) act(this.#random.pick(items));
  }

  #body(): Body {
    this.#count += 1;
    return sdp(`${this.name}${this.#count}`);
  }

  #call(flow: Flow, peer: string): void {
    if (this.#outgoing.size + this.live.size > 3) return;
    const address = (user: string) => nameAddr(sipUri({ user, host: "example.com" }));
    const offer = this.#random.chance(0.6) ? this.#body() : undefined;
    const parts = { flow, uri: address(peer).uri, from: address(this.name), to: address(peer), offer };
    const invite: OutgoingInvite = this.ua.invite(parts, {
      onProgress: (progress) => this.#onProgress(progress, offer),
      onAnswered: (success) => {
        this.#outgoing.delete(invite);
        this.#onAnswered(success, offer);
      },
      onFailed: () => this.#outgoing.delete(invite),
    });
    this.#outgoing.add(invite);
  }

  #onProgress({ usage, description, answer, response }: InviteProgress, offer: Body | undefined): void {
    if (!usage || !description) return;
    if (answer) {
      this.#later(() => {
        const body = this.#body();
        if (usage.offer === "asked") this.#agree(usage, body, description);
        answer(body);
      });
    } else if (offer && response.headers.has("rseq")) this.#agree(usage, offer, description);
  }

  #onAnswered({ usage, description, answer }: InviteSuccess, offer: Body | undefined): void {
    this.#adopt(usage);
    if (offer && description) this.#agree(usage, offer, description);
    if (!answer || !description) return;
    const give = (): void => {
      this.#answers.delete(give);
      if (usage.state.name !== "unacknowledged") return;
      const body = this.#body();
      this.#agree(usage, body, description);
      answer(body);
    };
    this.#answers.add(give);
    if (this.#random.chance(0.8)) this.#later(give);
  }

  #onInvite(invite: IncomingInvite): void {
    this.#incoming.add(invite);
    this.#adopt(invite.usage, () => this.#incoming.delete(invite));
  }

  #adopt(usage: InviteUsage, onEnded = () => {}): void {
    const key = usage.callId;
    this.live.set(key, usage);
    usage.observer = {
      onConfirmed: (answer) => {
        const known = this.media.get(usage);
        if (answer && known) this.media.set(usage, { ...known, remote: textOf(answer) });
      },
      onOffer: (offer) => this.#onOffer(usage, offer),
      onRefreshed: (answer) => {
        const known = this.media.get(usage);
        if (known) this.media.set(usage, { ...known, remote: textOf(answer) });
      },
      onRequest: (request) => request.respond(200),
      onRefer: (refer) => this.#refers.add(refer),
      onEnded: (end) => {
        onEnded();
        this.endings.push(end.cause);
        if (end.cause === "noAck") this.onRace("lost ACK");
        if (this.live.get(key) === usage) this.live.delete(key);
      },
    };
  }

  #progress(invite: IncomingInvite): void {
    const hasBody = this.#random.chance(0.4);
    const isReliable = this.#random.chance(0.5);
    const { usage } = invite;
    const body = hasBody ? this.#body() : undefined;
    const wasAsked = usage.offer === "asked";
    invite.progress(this.#random.pick([180, 183]), {
      ...(body && { body }),
      isReliable,
      onAnswer: (answer) => answer && body && this.#agree(usage, body, answer),
    });
    // The state tells whether the description counts: only a reliable response gives an answer for good.
    if (body && wasAsked && isSettled(usage)) this.#agree(usage, body, invite.offer);
  }

  #accept(invite: IncomingInvite): void {
    const body = this.#body();
    const { usage } = invite;
    if (!invite.isOpen) return;
    if (this.other && !this.other.#awaits(usage.callId)) this.onRace("late 200");
    const isFirst = !this.media.has(usage) && usage.offer !== "offered";
    if (isFirst) this.#agree(usage, body, invite.offer);
    invite.accept(body);
    this.#incoming.delete(invite);
  }

  #onOffer(usage: InviteUsage, offer: IncomingOffer): void {
    const pending = { usage, offer };
    this.#offers.add(pending);
    if (this.#isCalm || this.#random.chance(0.7)) this.#later(() => this.#answer(usage, offer));
  }

  #answer(usage: InviteUsage, offer: IncomingOffer): void {
    for (const pending of this.#offers) if (pending.offer === offer) this.#offers.delete(pending);
    if (!offer.isOpen) return;
    const body = this.#body();
    if (offer.offer) this.#agree(usage, body, offer.offer);
    offer.answer(body, { onAnswer: (answer) => answer && this.#agree(usage, body, answer) });
  }

  #reinvite(usage: InviteUsage, method: "INVITE" | "UPDATE"): void {
    let sent: Body | undefined;
    const plan: Omit<OfferPlan, "method"> = {
      makeOffer: () => {
        sent = this.#body();
        return sent;
      },
      onResult: (result) => {
        if (sent && result.kind === "answered" && result.answer) this.#agree(usage, sent, result.answer);
      },
    };
    if (method === "INVITE") usage.reinvite(plan);
    else if (usage.remoteAllows("UPDATE")) usage.update(plan);
  }

  #askForOffer(usage: InviteUsage): void {
    usage.reinvite({
      onResult: (result) => {
        if (result.kind !== "offered") return;
        const give = (): void => {
          this.#answers.delete(give);
          if (usage.state.name === "ended" || usage.offer !== "asked") return;
          const body = this.#body();
          this.#agree(usage, body, result.offer);
          result.answer(body);
        };
        this.#answers.add(give);
        if (this.#random.chance(0.8)) this.#later(give);
      },
    });
  }

  #refer(usage: InviteUsage): void {
    if (usage.state.name === "early") this.onRace("REFER while ringing");
    const none = (): void => {};
    const target = nameAddr(sipUri({ user: "carol", host: "example.com" }));
    usage.refer({ target }, { onAccepted: none, onProgress: none, onFinished: none, onRefused: none });
  }

  #agree(usage: InviteUsage, local: Body, remote: Body | undefined): void {
    this.media.set(usage, { local: textOf(local), remote: textOf(remote) });
  }

  #later(task: () => void): void {
    this.#clock.schedule(this.#random.below(3_000), task);
  }
}

const isSettled = (usage: InviteUsage): boolean => usage.offer === "stable";
