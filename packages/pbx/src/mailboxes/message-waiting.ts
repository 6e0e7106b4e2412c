import {
  type Body,
  encodeUtf8,
  type IncomingSubscription,
  nameAddr,
  SipHeaders,
  sipUri,
  type UserAgentCore,
  userText,
} from "@offhook/sip";
import type { CompanyId, EndpointConfig, EndpointId } from "../dialplan/company-config.ts";
import { planOf } from "../dialplan/company-plan.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import type { MailboxRef } from "../ports/mailbox-store.ts";
import type { Binding } from "../registrar/binding.ts";
import type { Gatekeeper } from "../registrar/gatekeeper.ts";
import type { Registrar } from "../registrar/registrar.ts";
import { messageSummary, SUMMARY_EVENT } from "./message-summary.ts";

export interface MessageWaitingParts {
  readonly ports: Pick<PbxPorts, "directory" | "mailboxes" | "log">;
  readonly domain: string;
  readonly agent: Pick<UserAgentCore, "request">;
  readonly gatekeeper: Pick<Gatekeeper, "admit">;
  readonly registrar: Pick<Registrar, "bindings">;
}

interface Subscriber {
  readonly subscription: IncomingSubscription;
  readonly mailbox: MailboxRef;
  readonly endpointId: EndpointId;
  readonly username: string;
}

/** As many as a line may have devices; a phone that restarts often must not pile them up. */
const MAX_PER_LINE = 10;
const MAX_SECONDS = 3_600;

/**
 * The light on a desk phone (RFC 3842): phones that subscribe are told of every change; others that say in their
 * registration that they take a NOTIFY are told unasked, when they come online and at every change.
 */
export class MessageWaiting {
  readonly #parts: MessageWaitingParts;
  readonly #subscribers = new Set<Subscriber>();
  /** Phones that do not want to be told unasked, by their key with their line, until they register anew or are gone. */
  readonly #unwilling = new Map<string, EndpointId>();
  /** Boxes whose counts are being read; true: they have changed meanwhile. */
  readonly #reading = new Map<string, boolean>();

  constructor(parts: MessageWaitingParts) {
    this.#parts = parts;
  }

  /** A phone wants to know. Its own line's box is the only one it may ask for. */
  subscribe(subscription: IncomingSubscription): void {
    const admission = this.#parts.gatekeeper.admit(subscription.request, subscription.flow);
    if (admission.kind === "refused") {
      subscription.refuse(admission.status, { headers: admission.headers });
      return;
    }
    const { companyId, endpointId, username } = admission.account;
    const mailbox = this.#mailboxFor(companyId, endpointId, userText(subscription.request.uri), username);
    if (!mailbox) {
      subscription.refuse(404);
      return;
    }
    this.#admit({ subscription, mailbox, endpointId, username });
  }

  /** A device has come online: what it shows may be from before. */
  appeared(binding: Binding): void {
    const { companyId, endpointId, key, kind } = binding;
    const mailbox = kind === "phone" ? this.#ownMailbox(companyId, endpointId) : undefined;
    this.#unwilling.delete(key);
    if (mailbox) this.#whenCounted(mailbox, (body) => body && this.#tellUnasked(binding, body));
  }

  /** How many phones are remembered for not wanting to be told. */
  get unwillingPhones(): number {
    return this.#unwilling.size;
  }

  /** Devices of the line have come or gone: those that are gone need not be remembered. */
  devicesChanged(endpointId: EndpointId): void {
    if (this.#unwilling.size === 0) return;
    const there = new Set(this.#parts.registrar.bindings(endpointId).map(({ key }) => key));
    for (const [key, line] of this.#unwilling)
      if (line === endpointId && !there.has(key)) this.#unwilling.delete(key);
  }

  /** Messages of the box have come, gone, been heard or marked new again. */
  changed(mailbox: MailboxRef): void {
    const key = keyOf(mailbox);
    const isReading = this.#reading.has(key);
    this.#reading.set(key, isReading);
    if (!isReading) this.#count(mailbox, key);
  }

  /** Credentials were withdrawn: nothing of the box is told to whoever has them. */
  dropAccount(username: string): void {
    for (const subscriber of [...this.#subscribers])
      if (subscriber.username === username) this.#end(subscriber, "rejected");
  }

  close(): void {
    for (const subscriber of [...this.#subscribers]) this.#end(subscriber, "deactivated");
  }

  #admit(subscriber: Subscriber): void {
    const { subscription, mailbox, endpointId } = subscriber;
    const ofLine = [...this.#subscribers].filter((each) => each.endpointId === endpointId);
    const [oldest] = ofLine;
    if (oldest && ofLine.length >= MAX_PER_LINE) this.#end(oldest, "rejected");
    this.#subscribers.add(subscriber);
    subscription.observer = {
      onRefreshed: () => this.#whenCounted(mailbox, (body) => body && subscription.notify(body)),
      onEnded: () => this.#subscribers.delete(subscriber),
    };
    this.#whenCounted(mailbox, (body) => {
      if (body) subscription.accept(body, MAX_SECONDS);
      else subscription.refuse(503);
    });
  }

  /** One that still waits for its counts has not been agreed to, and must not be when they come: it is refused. */
  #end(subscriber: Subscriber, reason: "rejected" | "deactivated"): void {
    const { subscription } = subscriber;
    this.#subscribers.delete(subscriber);
    subscription.refuse(reason === "rejected" ? 403 : 503);
    subscription.terminate(reason);
  }

  /** Counts that are older than the last change are not told. */
  #count(mailbox: MailboxRef, key: string): void {
    this.#reading.set(key, false);
    this.#whenCounted(mailbox, (body) => {
      if (this.#reading.get(key)) this.#count(mailbox, key);
      else {
        this.#reading.delete(key);
        if (body) this.#tell(mailbox, key, body);
      }
    });
  }

  #tell(mailbox: MailboxRef, key: string, body: Body): void {
    for (const { subscription, mailbox: own } of this.#subscribers)
      if (keyOf(own) === key) subscription.notify(body);
    for (const binding of this.#phonesOf(mailbox)) this.#tellUnasked(binding, body);
  }

  #tellUnasked(binding: Binding, body: Body): void {
    const { flow, contact, username, key, endpointId, takesNotices } = binding;
    if (!takesNotices || this.#unwilling.has(key) || this.#isSubscribed(binding)) return;
    const { agent, domain } = this.#parts;
    const address = nameAddr(sipUri({ user: username, host: domain }));
    agent.request({
      method: "NOTIFY",
      flow,
      uri: contact.uri,
      from: address,
      to: address,
      headers: SipHeaders.of(["Event", SUMMARY_EVENT], ["Subscription-State", "active"]),
      body,
      // Many phones take it only when they have asked for it, and say so; silence is for the registrar to judge.
      onOutcome: (outcome) => {
        if (outcome.kind === "response" && outcome.response.status >= 300)
          this.#unwilling.set(key, endpointId);
      },
    });
  }

  #isSubscribed({ flow, username }: Binding): boolean {
    return [...this.#subscribers].some(
      (each) => each.username === username && each.subscription.flow.id === flow.id,
    );
  }

  #phonesOf({ companyId, mailboxId }: MailboxRef): Binding[] {
    const config = this.#parts.ports.directory.company(companyId);
    const lines = config?.endpoints.filter((endpoint) => endpoint.mailboxId === mailboxId) ?? [];
    return lines
      .flatMap(({ id }) => this.#parts.registrar.bindings(id))
      .filter(({ kind, isOnline }) => kind === "phone" && isOnline);
  }

  /** Phones ask at their own name, at their extension, or at the name of the box. */
  #mailboxFor(
    companyId: CompanyId,
    endpointId: EndpointId,
    asked: string | undefined,
    username: string,
  ): MailboxRef | undefined {
    const own = this.#ownMailbox(companyId, endpointId);
    const config = this.#parts.ports.directory.company(companyId);
    if (!own || !config) return undefined;
    const box = config.mailboxes.find(({ id }) => id === own.mailboxId);
    const names = [username, this.#line(companyId, endpointId)?.extension, box?.name];
    return asked !== undefined && names.includes(asked) ? own : undefined;
  }

  #ownMailbox(companyId: CompanyId, endpointId: EndpointId): MailboxRef | undefined {
    const mailboxId = this.#line(companyId, endpointId)?.mailboxId;
    return mailboxId === undefined ? undefined : { companyId, mailboxId };
  }

  #line(companyId: CompanyId, endpointId: EndpointId): EndpointConfig | undefined {
    const config = this.#parts.ports.directory.company(companyId);
    return config && planOf(config).endpoints.get(endpointId);
  }

  /** Undefined where the store does not answer. */
  #whenCounted(mailbox: MailboxRef, then: (body: Body | undefined) => void): void {
    const { mailboxes, log } = this.#parts.ports;
    const failed = (error: unknown): undefined => {
      log.warn("The messages of a mailbox could not be counted", { ...mailbox, reason: String(error) });
    };
    mailboxes
      .counts(mailbox)
      .then((counts) => summaryBody(messageSummary(counts, this.#parts.domain)), failed)
      .then(then)
      .catch(failed);
  }
}

const summaryBody = (text: string): Body => ({
  type: "application/simple-message-summary",
  content: encodeUtf8(text),
});

const keyOf = ({ companyId, mailboxId }: MailboxRef): string => `${companyId} ${mailboxId}`;
