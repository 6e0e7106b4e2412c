import type { PushChannel } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Logger } from "../platform/logger.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { ChannelSubscription } from "./channel-subscription.ts";
import type { CompanyFeed, FeedMember } from "./company-feed.ts";
import { type EventFrame, toEventFrame, writeFrame } from "./event-frame.ts";
import type { EventLog, PushSocket } from "./push-ports.ts";

/** More than this waiting to be sent means that the reader is slow: it gets no more until that has left. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const PAGE_SIZE = 200;
const RETRY_AFTER_MS = 1_000;

export interface EventStreamDeps {
  readonly feed: CompanyFeed;
  readonly log: EventLog;
  readonly socket: PushSocket;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "pushEventsSent" | "pushSlowReaders">;
  readonly subscription: ChannelSubscription;
  /** What the user may hear now. */
  readonly readChannels: () => Promise<PushChannel[]>;
}

export interface StreamStart {
  /** Everything after this event is sent. */
  readonly cursor: number;
  /** Up to this event the subscription is known to be right. */
  readonly channelsAsOf: number;
}

/**
 * Brings one connection every event it may hear, in order, once. It holds a place in the log and nothing else: a
 * reader who falls behind costs no memory and goes on where it was.
 */
export class EventStream implements FeedMember {
  readonly #deps: EventStreamDeps;
  #cursor: number;
  #channelsAsOf: number;
  /** The last event the client knows of, by having got it or having been told that it is past it. */
  #told: number;
  #hasCaughtUp = false;
  #flow: "flowing" | "waiting" | "full" | "stopped" = "flowing";
  #cancelRetry: CancelTimer = () => {};

  constructor(deps: EventStreamDeps, { cursor, channelsAsOf }: StreamStart) {
    this.#deps = deps;
    this.#cursor = cursor;
    this.#told = cursor;
    this.#channelsAsOf = channelsAsOf;
  }

  start(): void {
    this.#deps.feed.members.add(this);
    this.advance();
  }

  stop(): void {
    this.#flow = "stopped";
    this.#deps.feed.members.delete(this);
    this.#cancelRetry();
  }

  get isFull(): boolean {
    return this.#flow === "full";
  }

  advance(): void {
    const { feed } = this.#deps;
    while (this.#flow === "flowing" && this.#cursor < feed.head) {
      const frame = feed.frame(this.#cursor + 1);
      if (frame) this.#deliver(frame);
      else this.#wait(() => this.#readPage());
    }
    if (this.#flow === "flowing" && !this.#hasCaughtUp) {
      this.#hasCaughtUp = true;
      this.#tellPlace();
    }
  }

  /** Lets a client that hears nothing know how far it is, so that it need not ask for all that again. */
  refreshPlace(): void {
    if (this.#flow === "flowing" && this.#told < this.#cursor) this.#tellPlace();
  }

  #tellPlace(): void {
    this.#told = this.#cursor;
    this.#send(writeFrame({ type: "caughtUp", lastEventId: this.#cursor }));
  }

  #deliver(frame: EventFrame): void {
    const { subscription } = this.#deps;
    // Whether the client has asked to hear of it or not: what it may hear is no matter of its wishes.
    if (frame.changesChannels && frame.id > this.#channelsAsOf && subscription.allows(frame.channel)) {
      this.#wait(() => this.#renewChannels(frame.id));
      return;
    }
    if (!subscription.hears(frame.channel)) {
      this.#cursor = frame.id;
      return;
    }
    this.#cursor = frame.id;
    this.#told = frame.id;
    this.#deps.metrics.pushEventsSent.inc();
    this.#send(frame.text);
  }

  #send(text: string): void {
    const { socket, metrics } = this.#deps;
    if (socket.bufferedBytes + text.length <= MAX_BUFFERED_BYTES) {
      socket.send(text);
      return;
    }
    this.#flow = "full";
    metrics.pushSlowReaders.inc();
    socket.send(text, () => {
      if (this.#flow === "full") this.#goOn();
    });
  }

  #goOn(): void {
    this.#flow = "flowing";
    this.advance();
  }

  /**
   * Nothing is delivered until `work` is done and what it returns has run. Where it fails it is tried again: to go on
   * without it would lose events, or tell them to someone who may no longer hear them.
   */
  #wait(work: () => Promise<() => void>): void {
    this.#flow = "waiting";
    work().then(
      (finish) => {
        if (this.#flow !== "waiting") return;
        this.#flow = "flowing";
        finish();
        this.advance();
      },
      (error: unknown) => {
        if (this.#flow !== "waiting") return;
        this.#deps.logger.warn({ err: error }, "A push connection could not be brought up to date");
        this.#cancelRetry = this.#deps.clock.schedule(RETRY_AFTER_MS, () => this.#goOn());
      },
    );
  }

  async #readPage(): Promise<() => void> {
    const { log, feed } = this.#deps;
    const events = await log.read(feed.customerId, this.#cursor, PAGE_SIZE);
    return () => {
      if (events[0]?.id !== this.#cursor + 1) this.#reset();
      for (const event of events) {
        // What does not fit is dropped and read again, because only a place in the log is kept. The same goes for
        // what comes after a gap.
        if (this.#flow !== "flowing" || event.id !== this.#cursor + 1) return;
        this.#deliver(toEventFrame(event));
      }
    };
  }

  async #renewChannels(asOf: number): Promise<() => void> {
    const channels = await this.#deps.readChannels();
    return () => {
      this.#channelsAsOf = asOf;
      this.#deps.subscription.allow(channels);
      this.#deps.socket.send(writeFrame({ type: "channels", channels }));
    };
  }

  /** The next event is no longer in the log. */
  #reset(): void {
    this.#cursor = this.#deps.feed.head;
    this.#told = this.#cursor;
    this.#send(writeFrame({ type: "reset", lastEventId: this.#cursor }));
  }
}
