import type { CancelTimer, Clock } from "@offhook/kernel";
import type { LoggedEvent } from "../../database/events/event-log.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { EventLog } from "../push-ports.ts";
import { type EventFrame, toEventFrame } from "./event-frame.ts";

const RECENT_EVENTS = 1_000;
const RECENT_CHARACTERS = 4 * 1024 * 1024;
const PAGE_SIZE = 500;
const RETRY_AFTER_MS = 1_000;
/** Older pages that are kept for those who come back together; each is used by the next ones within moments. */
const OLD_PAGES = 24;

export interface CompanyFeedDeps {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** An event that has just been written to the log. */
export type WrittenEvent = Omit<LoggedEvent, "id">;

/** Somebody who wants to know that there is more to read. */
export interface FeedMember {
  advance(): void;
}

/**
 * The recent events of one company, taken over from whoever wrote them or read from the log once, and shared by all its
 * connections. Memory is bounded: what is older is read from the log in pages, and a page that several
 * connections need at the same time is read once.
 */
export class CompanyFeed {
  readonly customerId: number;
  readonly members = new Set<FeedMember>();
  readonly #deps: CompanyFeedDeps;
  /** Without gaps, oldest first; the last one has the id `#head`. */
  #recent: EventFrame[] = [];
  #characters = 0;
  /** Pages before the recent events by their number, the one asked for last at the end. */
  readonly #oldPages = new Map<number, Promise<readonly EventFrame[]>>();
  #head = 0;
  #known = 0;
  /** From the beginning: nothing is read or taken over beside the opening. */
  #isPumping = true;
  #isClosed = false;
  #cancelRetry: CancelTimer = () => {};

  constructor(customerId: number, deps: CompanyFeedDeps) {
    this.customerId = customerId;
    this.#deps = deps;
  }

  /** The last event that members can be told of. */
  get head(): number {
    return this.#head;
  }

  /** Begins with what happened lately, so that clients who come back after a restart find it without asking the log. */
  async open(): Promise<void> {
    const { log } = this.#deps;
    const last = await log.lastId(this.customerId);
    this.#head = Math.max(0, last - PAGE_SIZE);
    for (const event of await log.read(this.customerId, this.#head, PAGE_SIZE))
      this.#append(toEventFrame(event));
    if (this.#head < last) this.#skipTo(last);
    this.#isPumping = false;
    this.wake(this.#known);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
  }

  /** Undefined when it is older than what is kept here. */
  frame(id: number): EventFrame | undefined {
    return this.#recent[this.#recent.length - 1 - (this.#head - id)];
  }

  /**
   * The events of the log from this one on, up to the end of its page. Without the event itself when the log has
   * forgotten it.
   */
  async older(id: number): Promise<readonly EventFrame[]> {
    const number = Math.floor((id - 1) / PAGE_SIZE);
    const page = this.#oldPages.get(number) ?? this.#readOld(number);
    this.#oldPages.delete(number);
    this.#oldPages.set(number, page);
    for (const oldest of this.#oldPages.keys()) {
      if (this.#oldPages.size <= OLD_PAGES) break;
      this.#oldPages.delete(oldest);
    }
    const frames = await page;
    return frames.filter((frame) => frame.id >= id);
  }

  /** Nothing is kept once everybody is up to date. */
  forgetOldPages(): void {
    this.#oldPages.clear();
  }

  async #readOld(number: number): Promise<readonly EventFrame[]> {
    const first = number * PAGE_SIZE;
    // Behind the head nothing is told yet, so it must not be kept in a page that is taken for whole.
    const end = Math.min(first + PAGE_SIZE, this.#head);
    try {
      const events = await this.#deps.log.read(this.customerId, first, PAGE_SIZE);
      if (end < first + PAGE_SIZE) this.#oldPages.delete(number);
      return events.filter(({ id }) => id <= end).map(toEventFrame);
    } catch (error) {
      this.#oldPages.delete(number);
      throw error;
    }
  }

  /** The log reaches to `lastId` now. Where its last ones are given and nothing is missing before, it need not be read. */
  wake(lastId: number, events: readonly WrittenEvent[] = []): void {
    if (lastId > this.#known) this.#known = lastId;
    if (this.#known <= this.#head || this.#isPumping) return;
    const isNext = events.length > 0 && lastId - events.length === this.#head && lastId === this.#known;
    if (isNext && !this.#isClosed) this.#take(events);
    else void this.#pump();
  }

  /** The log may have grown without a call to `wake`: another node has written, or a call was lost. */
  async check(): Promise<void> {
    try {
      this.wake(await this.#deps.log.lastId(this.customerId));
    } catch (error) {
      this.#deps.logger.warn({ err: error, customerId: this.customerId }, "The event log could not be read");
    }
  }

  #take(events: readonly WrittenEvent[]): void {
    for (const { channel, event } of events)
      this.#append(toEventFrame({ id: this.#head + 1, channel, event }));
    for (const member of this.members) member.advance();
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    try {
      while (this.#known > this.#head && !this.#isClosed) {
        await this.#readOn();
        for (const member of this.members) member.advance();
      }
    } catch (error) {
      this.#deps.logger.warn({ err: error, customerId: this.customerId }, "The event log could not be read");
      this.#cancelRetry();
      if (!this.#isClosed) this.#cancelRetry = this.#deps.clock.schedule(RETRY_AFTER_MS, () => this.wake(0));
    } finally {
      this.#isPumping = false;
    }
  }

  async #readOn(): Promise<void> {
    const events = await this.#deps.log.read(this.customerId, this.#head, PAGE_SIZE);
    for (const event of events) this.#append(toEventFrame(event));
    if (events.length > 0) return;
    // Already forgotten by the log. Members find the gap and start anew.
    this.#skipTo(this.#known);
  }

  #append(frame: EventFrame): void {
    if (frame.id !== this.#head + 1) this.#skipTo(frame.id);
    this.#recent.push(frame);
    this.#characters += frame.text.length;
    this.#head = frame.id;
    while (this.#recent.length > RECENT_EVENTS || this.#characters > RECENT_CHARACTERS) {
      this.#characters -= this.#recent.shift()?.text.length ?? 0;
    }
  }

  #skipTo(id: number): void {
    this.#recent = [];
    this.#characters = 0;
    this.#head = id;
  }
}
