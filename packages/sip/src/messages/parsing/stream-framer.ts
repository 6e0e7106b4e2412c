import type { SipMessage } from "../sip-message.ts";
import type { ParsedHead } from "./head-parser.ts";
import { DEFAULT_LIMITS, type MessageLimits } from "./message-limits.ts";
import {
  faultOf,
  finishMessage,
  type HeadSpan,
  type ParseOptions,
  type ParseOutcome,
  readHead,
} from "./message-parser.ts";
import type { ParseFault } from "./parse-fault.ts";

export type StreamItem =
  | { readonly kind: "message"; readonly message: SipMessage }
  /** After a fatal fault nobody knows where the next message begins: answer if possible, then close. */
  | { readonly kind: "fault"; readonly fault: ParseFault; readonly isFatal: boolean }
  /** RFC 5626 §4.4.1: the far end asks for a sign of life, `PONG` is the answer. */
  | { readonly kind: "ping" }
  | { readonly kind: "pong" };

export interface StreamFramerOptions extends ParseOptions {
  /** The side that opened the connection sends pings and reads pongs, the other side reads pings. */
  readonly role: "opened" | "accepted";
}

type State =
  | { readonly name: "between" }
  | { readonly name: "head" }
  | { readonly name: "body"; readonly head: ParsedHead; readonly length: number }
  | { readonly name: "broken" };

const CR = 0x0d;
const LF = 0x0a;

/** Cuts the bytes of a TCP or TLS connection into messages (RFC 3261 §18.3), in linear time however they trickle in. */
export class StreamFramer {
  readonly #options: StreamFramerOptions;
  readonly #limits: MessageLimits;
  #buffer = new Uint8Array(4096);
  /** Unread bytes lie in [#start, #end). */
  #start = 0;
  #end = 0;
  /** How far the search for the end of the head has come, so that no byte is looked at twice. */
  #scanned = 0;
  #lineStart = 0;
  #seen = 0;
  #lineBreaks = 0;
  #state: State = { name: "between" };

  constructor(options: StreamFramerOptions) {
    this.#options = options;
    this.#limits = options.limits ?? DEFAULT_LIMITS;
  }

  /** What has become complete with these bytes. After a fatal fault: nothing more, ever. */
  push(bytes: Uint8Array): readonly StreamItem[] {
    if (this.#state.name === "broken") return [];
    this.#store(bytes);
    const items: StreamItem[] = [];
    while (this.#advance(items));
    return items;
  }

  #advance(items: StreamItem[]): boolean {
    switch (this.#state.name) {
      case "between":
        return this.#skipLineBreaks(items);
      case "head":
        return this.#readHead(items);
      case "body":
        return this.#readBody(items, this.#state.head, this.#state.length);
      case "broken":
        return false;
    }
  }

  #skipLineBreaks(items: StreamItem[]): boolean {
    while (this.#start < this.#end) {
      const byte = this.#buffer[this.#start];
      if (byte === LF) this.#countLineBreak(items);
      else if (byte !== CR) {
        this.#lineBreaks = 0;
        this.#scanned = this.#start;
        this.#lineStart = this.#start;
        this.#seen = 0;
        this.#state = { name: "head" };
        return true;
      }
      this.#start += 1;
    }
    return false;
  }

  #countLineBreak(items: StreamItem[]): void {
    if (this.#options.role === "opened") {
      items.push({ kind: "pong" });
      return;
    }
    this.#lineBreaks += 1;
    if (this.#lineBreaks < 2) return;
    this.#lineBreaks = 0;
    items.push({ kind: "ping" });
  }

  #readHead(items: StreamItem[]): boolean {
    const span = this.#findHead();
    if (!span)
      return this.#end - this.#start > this.#limits.maxHeadBytes ? this.#refuseEndless(items) : false;
    const head = readHead(this.#buffer, span, this.#options);
    const { contentLength } = head;
    if (typeof contentLength !== "number" || !isInStep(head)) {
      const { reason, detail } = head.fault ?? { reason: "contentLength", detail: "none" };
      return this.#break(items, faultOf(head, reason, detail));
    }
    this.#start = span.bodyStart;
    this.#state = { name: "body", head, length: contentLength };
    return true;
  }

  #findHead(): HeadSpan | undefined {
    for (let at = this.#scanned; at < this.#end; at += 1) {
      const byte = this.#buffer[at] ?? 0;
      this.#seen |= byte;
      if (byte !== LF) continue;
      const end = this.#lineStart;
      if (at === end || (at === end + 1 && this.#buffer[end] === CR)) {
        return { start: this.#start, end, bodyStart: at + 1, isAscii: this.#seen < 0x80 };
      }
      this.#lineStart = at + 1;
    }
    this.#scanned = this.#end;
    return undefined;
  }

  #refuseEndless(items: StreamItem[]): boolean {
    const span = { start: this.#start, end: this.#end, bodyStart: this.#end, isAscii: this.#seen < 0x80 };
    return this.#break(
      items,
      faultOf(readHead(this.#buffer, span, this.#options), "tooLarge", "endless head"),
    );
  }

  #readBody(items: StreamItem[], head: ParsedHead, length: number): boolean {
    if (this.#end - this.#start < length) return false;
    // A copy: the buffer is written over by the next message.
    const outcome = finishMessage(head, this.#buffer.slice(this.#start, this.#start + length));
    items.push(outcome.kind === "message" ? outcome : { ...outcome, isFatal: false });
    this.#start += length;
    this.#state = { name: "between" };
    return true;
  }

  #break(items: StreamItem[], outcome: ParseOutcome): boolean {
    if (outcome.kind === "fault") items.push({ ...outcome, isFatal: true });
    this.#state = { name: "broken" };
    this.#buffer = new Uint8Array(0);
    return false;
  }

  #store(bytes: Uint8Array): void {
    if (this.#start === this.#end) this.#moveToFront();
    if (this.#end + bytes.length > this.#buffer.length) {
      this.#moveToFront();
      this.#grow(this.#end + bytes.length);
    }
    this.#buffer.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  #moveToFront(): void {
    const shift = this.#start;
    if (shift === 0) return;
    this.#buffer.copyWithin(0, shift, this.#end);
    this.#start = 0;
    this.#end -= shift;
    this.#scanned = Math.max(0, this.#scanned - shift);
    this.#lineStart = Math.max(0, this.#lineStart - shift);
  }

  #grow(needed: number): void {
    if (needed <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#end));
    this.#buffer = larger;
  }
}

/** Whether the head is sound enough to believe its Content-Length. */
function isInStep(head: ParsedHead): boolean {
  switch (head.fault?.reason) {
    case "notSip":
    case "startLine":
    case "headerLine":
    case "contentLength":
    case "tooLarge":
    case "tooManyHeaders":
    case "lineTooLong":
      return false;
    default:
      return true;
  }
}

/** RFC 5626 §3.5.1: what the side that opened the connection sends to keep it alive, and what it gets back. */
export const PING: Uint8Array = Uint8Array.of(CR, LF, CR, LF);
export const PONG: Uint8Array = Uint8Array.of(CR, LF);
