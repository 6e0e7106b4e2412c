import type { PushChannel } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Logger } from "../../platform/logging/logger.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { PushSocket } from "../push-ports.ts";
import type { ChannelSubscription } from "./channel-subscription.ts";
import type { CompanyFeed, FeedMember } from "./company-feed.ts";
import type { DeliveryTurns } from "./delivery-turns.ts";
import { type EventFrame, writeFrame } from "./event-frame.ts";

/** More than this waiting to be sent means that the reader is slow: it gets no more until that has left. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** So many events go to one client before others get their turn. */
const EVENTS_A_TURN = 100;
const RETRY_AFTER_MS = 1_000;

export interface EventStreamDeps {
  readonly feed: CompanyFeed;
  readonly turns: DeliveryTurns;
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
  /** Older events, shared with others who missed them too. */
  #page: readonly EventFrame[] = [];
  /** Events handed over in this turn. */
  #handedOver = 0;
  #cancelRetry: CancelTimer = () => {};

  constructor(deps: EventStreamDeps, { cursor, channelsAsOf }: StreamStart) {
    this.#deps = deps;
    this.#cursor = cursor;
    this.#told = cursor;
    this.#channelsAsOf = channelsAsOf;
  }

  start(): void {
    const { feed } = this.#deps;
    feed.members.add(this);
    // Those who come back together become ready in the same moment.
    if (this.#cursor < feed.head) this.#takeTurn();
    else this.advance();
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
    if (this.#flow !== "flowing") return;
    this.#handedOver = 0;
    this.#deps.socket.gather(() => this.#deliverNext());
    if (this.#flow === "flowing" && !this.#hasCaughtUp) {
      this.#hasCaughtUp = true;
      this.#tellPlace();
    }
  }

  #deliverNext(): void {
    const { feed } = this.#deps;
    while (this.#flow === "flowing" && this.#cursor < feed.head) {
      const frame = feed.frame(this.#cursor + 1) ?? this.#frameOfPage(this.#cursor + 1);
      if (!frame) this.#wait(() => this.#readPage());
      else if (this.#isTurnOver()) return;
      else this.#deliver(frame);
    }
  }

  #frameOfPage(id: number): EventFrame | undefined {
    const frame = this.#page[id - (this.#page[0]?.id ?? 0)];
    return frame?.id === id ? frame : undefined;
  }

  /** Where others have to get their turn, the rest comes with the next one. */
  #isTurnOver(): boolean {
    if (this.#handedOver < EVENTS_A_TURN) return false;
    this.#takeTurn();
    return true;
  }

  #takeTurn(): void {
    this.#flow = "waiting";
    this.#deps.turns.ask(() => {
      if (this.#flow === "waiting") this.#goOn();
    });
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
    if (frame.isReplaced || !subscription.hears(frame.channel)) {
      this.#cursor = frame.id;
      return;
    }
    this.#cursor = frame.id;
    this.#told = frame.id;
    this.#handedOver += 1;
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
    // Read again when the client has read on: waiting costs no memory.
    this.#page = [];
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
        // A page is shared: all who waited for it would go on before anyone else is served.
        if (this.#flow === "flowing") this.#takeTurn();
      },
      (error: unknown) => {
        if (this.#flow !== "waiting") return;
        this.#deps.logger.warn({ err: error }, "A push connection could not be brought up to date");
        this.#cancelRetry = this.#deps.clock.schedule(RETRY_AFTER_MS, () => this.#goOn());
      },
    );
  }

  async #readPage(): Promise<() => void> {
    const frames = await this.#deps.feed.older(this.#cursor + 1);
    return () => {
      this.#page = frames;
      if (frames[0]?.id !== this.#cursor + 1) this.#reset();
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
