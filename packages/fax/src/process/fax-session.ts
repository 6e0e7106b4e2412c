import type { Socket } from "node:dgram";
import { JournalWriter } from "../journal/fax-journal.ts";
import type { FaxCallEnd, FaxCallEvents } from "../protocol/fax-call-events.ts";
import type { AudioRemote, FaxOrder, T38Remote } from "../protocol/fax-order.ts";
import { reasonOf } from "../reasons/t30-reasons.ts";
import type { Spandsp } from "../spandsp/spandsp-library.ts";
import type { T30Event, T30Statistics } from "../spandsp/t30-session.ts";
import { AudioLine } from "./audio-line.ts";
import type { FaxLine, SendDatagram } from "./fax-line.ts";
import { T38Line } from "./t38-line.ts";

export interface FaxSessionDeps {
  readonly spandsp: Spandsp;
  readonly socket: Socket;
  emit<Name extends keyof FaxCallEvents>(name: Name, payload: FaxCallEvents[Name]): void;
  /** After `ended`: the session is not to be used again. */
  onEnd(): void;
}

type SessionState =
  /** Nobody is there yet. */
  | { readonly name: "waiting" }
  | { readonly name: "faxing"; readonly line: FaxLine; readonly audio: AudioRemote | undefined }
  /** Phase E: what it has said last is still on its way through modems and networks. */
  | { readonly name: "leaving"; readonly line: FaxLine; readonly code: number; ticks: number }
  | { readonly name: "ended" };

/** Two seconds: without them the last page is torn, or the other side never hears goodbye. */
const LEAVING_TICKS = 100;
/** Half an hour: no page takes longer at the slowest rate, and no call may last for ever. */
const MAX_PAGE_TICKS = 90_000;
/** Three hours. */
const MAX_TICKS = 540_000;
const CALL_DROPPED = 49;
const NEVER_BEGUN = -1;

/** One fax call, from the port that waits for it to how it ended. */
export class FaxSession {
  readonly #order: FaxOrder;
  readonly #deps: FaxSessionDeps;
  readonly #journal: JournalWriter;
  readonly #send: SendDatagram;
  #state: SessionState = { name: "waiting" };
  #pages = 0;
  /** Of the line before the present one. */
  #pagesBefore = 0;
  #damaged: number[] = [];
  #unanswered: number | undefined;
  #hasFarEnd = false;
  #hasHeard = false;
  #station = "";
  #statistics: T30Statistics | undefined;
  #ticks = 0;
  #pageBegunAt = 0;

  constructor(order: FaxOrder, deps: FaxSessionDeps) {
    this.#order = order;
    this.#deps = deps;
    this.#journal = new JournalWriter(order.file, order.firstPage ?? 1);
    // A far end that is gone is told by its silence; without a callback an error would be thrown.
    this.#send = (data, to) => deps.socket.send(data, to.port, to.address, () => {});
    deps.socket.on("message", (data, from) => {
      if (this.#state.name === "faxing" || this.#state.name === "leaving")
        this.#state.line.receive(data, from, performance.now());
    });
    deps.socket.on("error", () => this.hangUp());
  }

  /** How long it has been receiving a page that has not come to its end, in ticks. */
  get ticksOfPage(): number {
    const isReceiving = this.#order.role === "receive" && this.#state.name === "faxing";
    return isReceiving ? this.#ticks - this.#pageBegunAt : 0;
  }

  talk(remote: AudioRemote): void {
    if (this.#state.name === "leaving" || this.#state.name === "ended") return;
    this.#begin(this.#audioLine(remote), remote);
  }

  switchToT38(remote: T38Remote): void {
    if (this.#state.name === "leaving" || this.#state.name === "ended") return;
    const audio = this.#state.name === "faxing" ? this.#state.audio : undefined;
    this.#begin(new T38Line(this.#deps.spandsp, this.#rest(), remote, this.#send), audio);
  }

  backToAudio(): void {
    if (this.#state.name !== "faxing" || this.#state.line.way === "phone" || !this.#state.audio) return;
    this.#begin(this.#audioLine(this.#state.audio), this.#state.audio);
  }

  /** The call is over. A fax that has finished keeps its two seconds. */
  hangUp(): void {
    if (this.#state.name === "waiting") this.#end(NEVER_BEGUN);
    if (this.#state.name !== "faxing") return;
    const { line } = this.#state;
    line.t30.terminate();
    const code = this.#handle(line, line.t30.takeEvents()) ?? CALL_DROPPED;
    this.#leave(line);
    this.#end(code);
  }

  tick(nowMs: number): void {
    if (this.#state.name !== "faxing" && this.#state.name !== "leaving") return;
    const { line } = this.#state;
    line.tick(nowMs);
    this.#ticks += 1;
    const code = this.#handle(line, line.t30.takeEvents());
    if (this.#state.name === "leaving") {
      this.#state.ticks -= 1;
      if (this.#state.ticks > 0) return;
      this.#leave(line);
      this.#end(this.#state.code);
    } else if (code !== undefined) {
      this.#state = { name: "leaving", line, code, ticks: LEAVING_TICKS };
    } else if (line.isDead || this.#ticks > MAX_TICKS || this.#ticks - this.#pageBegunAt > MAX_PAGE_TICKS) {
      this.hangUp();
    }
  }

  #audioLine(remote: AudioRemote): AudioLine {
    return new AudioLine(this.#deps.spandsp, this.#rest(), remote, {
      send: this.#send,
      onHeard: (tone) => this.#hear(tone),
      nowMs: performance.now(),
    });
  }

  /** What is left to do for a line that begins now: T.30 begins anew on it. */
  #rest(): FaxOrder {
    const { role, firstPage = 1 } = this.#order;
    return role === "send" ? { ...this.#order, firstPage: firstPage + this.#pages } : this.#order;
  }

  #begin(line: FaxLine, audio: AudioRemote | undefined): void {
    if (this.#state.name === "faxing") this.#leave(this.#state.line);
    this.#pagesBefore = this.#pages;
    this.#state = { name: "faxing", line, audio };
  }

  /** The code of phase E, if it was reached. */
  #handle(line: FaxLine, events: readonly T30Event[]): number | undefined {
    let code: number | undefined;
    for (const event of events) {
      if (event.type === "farEnd") {
        this.#hasFarEnd = true;
        if (!this.#hasHeard) this.#hear("preamble");
      } else if (event.type === "asked") this.#ask();
      else if (event.type === "page") this.#confirm(line, event);
      else code ??= event.code;
    }
    return code;
  }

  #hear(tone: FaxCallEvents["heard"]): void {
    this.#hasHeard = true;
    this.#deps.emit("heard", tone);
  }

  #ask(): void {
    const page = (this.#order.firstPage ?? 1) + this.#pages;
    if (this.#unanswered === page) return;
    this.#unanswered = page;
    this.#journal.asked(page);
  }

  #confirm(line: FaxLine, { count, badRows, total }: Extract<T30Event, { type: "page" }>): void {
    const { role, firstPage = 1 } = this.#order;
    this.#pages = this.#pagesBefore + count;
    this.#unanswered = undefined;
    this.#pageBegunAt = this.#ticks;
    const page = firstPage - 1 + this.#pages;
    const isGood = badRows === 0;
    if (!isGood) this.#damaged.push(page);
    this.#statistics = line.t30.statistics();
    const told = { page, isGood, ...(role === "send" && total > 0 && { total }) };
    void this.#journal.page(page, isGood, role === "receive").then(() => this.#deps.emit("page", told));
  }

  /** Reads what is to be known of a line before it is gone. */
  #leave(line: FaxLine): void {
    this.#station = line.t30.station || this.#station;
    const statistics = line.t30.statistics();
    if (this.#hasFarEnd) this.#statistics = statistics;
    line.free();
  }

  #end(code: number): void {
    const way =
      this.#state.name === "faxing" || this.#state.name === "leaving" ? this.#state.line.way : "phone";
    this.#state = { name: "ended" };
    this.#deps.socket.removeAllListeners();
    this.#deps.socket.on("error", () => {});
    this.#deps.socket.close();
    const end = this.#resultOf(code, way);
    void this.#journal.close(end.outcome).then(() => {
      this.#deps.emit("ended", end);
      this.#deps.onEnd();
    });
  }

  #resultOf(code: number, way: FaxLine["way"]): FaxCallEnd {
    const facts = {
      t30Code: code,
      t30Text: code < 0 ? "The call ended before it began" : this.#deps.spandsp.t30CompletionCodeToStr(code),
      pages: this.#pages,
      damaged: this.#damaged,
      station: this.#station,
      bitRate: this.#statistics?.bitRate ?? 0,
      usedEcm: this.#statistics?.usesEcm ?? false,
      way,
      ...(this.#unanswered !== undefined && { unanswered: this.#unanswered }),
    };
    if (code === 0 && this.#pages > 0) return { ...facts, outcome: "done" };
    // Goodbye without a page is polite, and no fax.
    const reason = reasonOf(code > 0 ? code : CALL_DROPPED, this.#hasFarEnd || code < 0);
    return { ...facts, outcome: "failed", reason };
  }
}
