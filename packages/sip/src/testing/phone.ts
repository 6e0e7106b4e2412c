import type { Clock } from "@offhook/kernel";
import type { AgentProfile } from "../dialogs/dialog-services.ts";
import type { IncomingInvite } from "../dialogs/invites/incoming-invite.ts";
import type { InviteUsage } from "../dialogs/invites/invite-usage.ts";
import type {
  InviteProgress,
  InviteSuccess,
  OutgoingInvite,
  OutgoingInviteParts,
} from "../dialogs/invites/outgoing-invite.ts";
import type { UsageObserver } from "../dialogs/invites/usage-observer.ts";
import type { IncomingRefer } from "../dialogs/transfers/incoming-refer.ts";
import { type NameAddr, nameAddr } from "../grammar/name-addr.ts";
import { sipUri } from "../grammar/uri.ts";
import { decodeUtf8, encodeUtf8 } from "../grammar/utf8.ts";
import type { Body } from "../messages/create-response.ts";
import type { Flow } from "../transactions/flow.ts";
import { UserAgentCore, type UserAgentParts } from "../user-agent/user-agent-core.ts";
import { allowedMethods, type UserAgentHandlers } from "../user-agent/user-agent-handlers.ts";
import type { SeededRandom } from "./seeded-random.ts";

export const sdp = (text: string): Body => ({ type: "application/sdp", content: encodeUtf8(text) });
export const textOf = (body: Body | undefined): string => (body ? decodeUtf8(body.content) : "-");

export interface PhoneOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly profile?: Partial<AgentProfile>;
  readonly handlers?: UserAgentHandlers;
  readonly hash?: UserAgentParts["hash"];
}

const NO_HASH: UserAgentParts["hash"] = { md5: () => "", sha256: () => "" };

/** A user agent for tests that writes down everything it hears. */
export class Phone {
  readonly name: string;
  readonly ua: UserAgentCore;
  readonly events: string[] = [];
  readonly invites: IncomingInvite[] = [];
  readonly refers: IncomingRefer[] = [];
  /** The usage of the last call that was answered, made or received. */
  usage: InviteUsage | undefined;
  lastProgress: InviteProgress | undefined;
  lastSuccess: InviteSuccess | undefined;
  onInvite: (invite: IncomingInvite) => void = () => {};
  /** How offers in the middle of a call are met. */
  onOffer: UsageObserver["onOffer"] = (offer) => offer.answer(sdp(`${this.name}-answer`));
  #offers = 0;

  constructor({ name, clock, random, profile, handlers = {}, hash = NO_HASH }: PhoneOptions) {
    this.name = name;
    const all: UserAgentHandlers = { onInvite: (invite) => this.#receive(invite), ...handlers };
    this.ua = new UserAgentCore({
      clock,
      random,
      hash,
      handlers: all,
      profile: {
        product: undefined,
        allow: allowedMethods(all),
        supported: ["100rel", "timer", "replaces"],
        accept: ["application/sdp"],
        allowEvents: ["message-summary"],
        contact: (flow) => `<sip:${name}@${flow.local.host}>`,
        sessionTimer: undefined,
        maxRingMs: 180_000,
        ...profile,
      },
    });
  }

  get address(): NameAddr {
    return nameAddr(sipUri({ user: this.name, host: "example.com" }));
  }

  get isIdle(): boolean {
    const { dialogs, clientTransactions, serverTransactions } = this.ua.counts;
    return dialogs === 0 && clientTransactions === 0 && serverTransactions === 0;
  }

  nextOffer(): Body {
    this.#offers += 1;
    return sdp(`${this.name}-offer-${this.#offers}`);
  }

  call(flow: Flow, callee: Phone, parts: Partial<OutgoingInviteParts> = {}): OutgoingInvite {
    const { uri } = callee.address;
    return this.ua.invite(
      { flow, uri, from: this.address, to: callee.address, ...parts },
      {
        onProgress: (progress) => {
          this.lastProgress = progress;
          this.events.push(`progress ${progress.response.status} ${textOf(progress.description)}`);
        },
        onAnswered: (success) => {
          this.lastSuccess = success;
          this.adopt(success.usage);
          this.events.push(`answered ${textOf(success.description)}`);
        },
        onFailed: (failure) => {
          const detail = failure.kind === "refused" ? ` ${failure.response.status}` : "";
          this.events.push(failure.kind === "failed" ? `failed ${failure.reason}` : failure.kind + detail);
        },
      },
    );
  }

  adopt(usage: InviteUsage): void {
    this.usage = usage;
    usage.observer = this.#observer();
  }

  #receive(invite: IncomingInvite): void {
    this.invites.push(invite);
    this.events.push(`invited ${textOf(invite.offer)}`);
    this.adopt(invite.usage);
    this.onInvite(invite);
  }

  #observer(): UsageObserver {
    return {
      onConfirmed: (answer) => this.events.push(`confirmed ${textOf(answer)}`),
      onOffer: (offer) => {
        this.events.push(`offer ${textOf(offer.offer)}`);
        this.onOffer(offer);
      },
      onRefreshed: (answer) => this.events.push(`refreshed ${textOf(answer)}`),
      onRequest: (request) => {
        this.events.push(`request ${request.request.method}`);
        request.respond(200);
      },
      onRefer: (refer) => {
        this.events.push("refer");
        this.refers.push(refer);
      },
      onEnded: (end) => this.events.push(`ended ${end.cause}`),
    };
  }
}
