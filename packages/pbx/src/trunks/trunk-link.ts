import type { CancelTimer, Clock } from "@offhook/kernel";
import {
  type ClientRequestParts,
  type Flow,
  type NameAddr,
  nameAddr,
  type RequestOutcome,
  type Signer,
  SipHeaders,
  type SipUri,
  sipUri,
} from "@offhook/sip";
import type { TrunkConfig } from "../dialplan/company-config.ts";
import type { TrunkStatus } from "../pbx-events.ts";
import type { FlowOpener } from "../ports/flow-opener.ts";

export interface TrunkLinkParts {
  readonly config: TrunkConfig;
  readonly clock: Clock;
  readonly flows: FlowOpener;
  /** Our own host, in From. */
  readonly domain: string;
  readonly signer: Signer | undefined;
  readonly callId: string;
  readonly request: (parts: ClientRequestParts) => void;
  /** Our Contact for this user over this flow, as header text. */
  readonly contact: (flow: Flow, user: string) => string;
  readonly onChanged: (status: TrunkStatus) => void;
}

const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** One carrier: keeps a way to it open, registers if it wants that, and asks now and then whether it is there. */
export class TrunkLink {
  readonly config: TrunkConfig;
  readonly #parts: TrunkLinkParts;
  #flow: Flow | undefined;
  #isRegistered = false;
  #isAnswering = false;
  #isClosed = false;
  #reason: string | undefined = "not tried yet";
  #sequence = 1;
  #retryMs = RETRY_MS;
  #cancelRegister: CancelTimer | undefined;
  #cancelProbe: CancelTimer | undefined;
  #cancelRetry: CancelTimer | undefined;

  constructor(parts: TrunkLinkParts) {
    this.#parts = parts;
    this.config = parts.config;
    this.#open();
  }

  get flow(): Flow | undefined {
    return this.#flow;
  }

  get signer(): Signer | undefined {
    return this.#parts.signer;
  }

  get status(): TrunkStatus {
    const isUp =
      this.#flow !== undefined && this.#isAnswering && (this.#isRegistered || !this.config.isRegistering);
    return {
      trunkId: this.config.id,
      isUp,
      isRegistered: this.#isRegistered,
      reason: isUp ? undefined : this.#reason,
    };
  }

  address(user: string | undefined): SipUri {
    const { domain, host, port } = this.config;
    return sipUri({ host: domain ?? host, port: port === 5060 ? undefined : port, user });
  }

  /** Whether a request over this flow comes from the carrier. */
  isFrom(flow: Flow): boolean {
    if (flow.id === this.#flow?.id) return true;
    return this.config.trustedAddresses.includes(flow.remote.address);
  }

  flowClosed(flow: Flow): void {
    if (flow.id === this.#flow?.id) this.#fail("connection closed");
  }

  close(): void {
    if (this.#isClosed) return;
    if (this.#flow && this.#isRegistered) this.#sendRegister(this.#flow, 0, () => {});
    this.#isClosed = true;
    this.#stopTimers();
  }

  #open(): void {
    const { transport, host, port } = this.config;
    this.#parts.flows.open({ transport, host, port }).then(
      (flow) => {
        if (this.#isClosed) return;
        this.#flow = flow;
        this.#retryMs = RETRY_MS;
        this.#register();
        this.#probe();
      },
      (error: unknown) => this.#fail(error instanceof Error ? error.message : "no connection"),
    );
  }

  #register(): void {
    const flow = this.#flow;
    if (!flow || !this.config.isRegistering) return;
    const { clock } = this.#parts;
    this.#sendRegister(flow, this.config.registerSeconds, (outcome) => {
      if (this.#isClosed || this.#flow !== flow) return;
      const isDone = outcome.kind === "response" && outcome.response.status < 300;
      this.#change(() => {
        this.#isRegistered = isDone;
        this.#reason = isDone ? undefined : `registration ${describe(outcome)}`;
      });
      // Half the time leaves room for a few attempts before the carrier forgets us.
      const afterMs = isDone ? this.config.registerSeconds * 500 : this.#nextRetryMs();
      if (isDone) this.#retryMs = RETRY_MS;
      this.#cancelRegister = clock.schedule(afterMs, () => this.#register());
    });
  }

  #sendRegister(flow: Flow, seconds: number, onOutcome: (outcome: RequestOutcome) => void): void {
    const user = this.config.username ?? "offhook";
    const own = this.#own(user);
    this.#parts.request({
      method: "REGISTER",
      flow,
      uri: this.address(undefined),
      from: own,
      to: own,
      headers: SipHeaders.of(["Contact", this.#parts.contact(flow, user)], ["Expires", String(seconds)]),
      signer: this.#parts.signer,
      callId: this.#parts.callId,
      sequence: this.#sequence,
      onOutcome: (outcome, sequence) => {
        this.#sequence = sequence + 1;
        onOutcome(outcome);
      },
    });
    this.#sequence += 1;
  }

  #probe(): void {
    const flow = this.#flow;
    if (!flow) return;
    this.#parts.request({
      method: "OPTIONS",
      flow,
      uri: this.address(undefined),
      from: nameAddr(sipUri({ user: this.config.username, host: this.#parts.domain })),
      to: nameAddr(this.address(undefined)),
      onOutcome: (outcome) => {
        if (this.#isClosed || this.#flow !== flow) return;
        // Any answer is an answer: many carriers refuse OPTIONS and are there all the same.
        const isAlive = outcome.kind === "response" && outcome.response.status !== 503;
        this.#change(() => {
          this.#isAnswering = isAlive;
          if (!isAlive) this.#reason = `no answer (${describe(outcome)})`;
        });
        this.#cancelProbe = this.#parts.clock.schedule(this.config.probeEveryMs, () => this.#probe());
      },
    });
  }

  #own(user: string): NameAddr {
    return nameAddr(this.address(user));
  }

  #fail(reason: string): void {
    if (this.#isClosed) return;
    this.#stopTimers();
    this.#change(() => {
      this.#flow = undefined;
      this.#isAnswering = false;
      this.#isRegistered = false;
      this.#reason = reason;
    });
    this.#cancelRetry = this.#parts.clock.schedule(this.#nextRetryMs(), () => this.#open());
  }

  #nextRetryMs(): number {
    const retryMs = this.#retryMs;
    this.#retryMs = Math.min(MAX_RETRY_MS, 2 * retryMs);
    return retryMs;
  }

  #change(change: () => void): void {
    const before = this.status;
    change();
    const after = this.status;
    if (before.isUp !== after.isUp || before.isRegistered !== after.isRegistered)
      this.#parts.onChanged(after);
  }

  #stopTimers(): void {
    this.#cancelRegister?.();
    this.#cancelProbe?.();
    this.#cancelRetry?.();
  }
}

const describe = (outcome: RequestOutcome): string =>
  outcome.kind === "response" ? `answered with ${outcome.response.status}` : outcome.reason;
