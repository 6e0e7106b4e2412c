import { Emitter } from "@offhook/kernel";
import type { FaxCallEnd, FaxCallEvents } from "../protocol/fax-call-events.ts";
import type { FaxCommand, FaxReport } from "../protocol/fax-frames.ts";
import type { AudioRemote, T38Remote } from "../protocol/fax-order.ts";

/** A fax call in the fax process: call control tells it where the far end is, and it tells how the fax comes along. */
export class FaxCall {
  readonly port: number;
  readonly ended: Promise<FaxCallEnd>;
  readonly #callId: string;
  readonly #send: (command: FaxCommand) => void;
  readonly #events = new Emitter<FaxCallEvents>();
  #pages = 0;
  #damaged: number[] = [];
  #way: FaxCallEnd["way"] = "phone";
  #end: FaxCallEnd | undefined;
  #resolve: (end: FaxCallEnd) => void = () => {};

  constructor(callId: string, port: number, send: (command: FaxCommand) => void) {
    this.#callId = callId;
    this.port = port;
    this.#send = send;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  on<Name extends keyof FaxCallEvents>(
    name: Name,
    listener: (payload: FaxCallEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener);
  }

  /** Audio begins, or goes to another place from now on; then T.30 begins anew. */
  talk(remote: AudioRemote): void {
    this.#way = "phone";
    this.#send({ type: "talk", callId: this.#callId, remote });
  }

  /** A re-INVITE was agreed on. T.30 begins anew, after the pages that have arrived. */
  switchToT38(remote: T38Remote): void {
    this.#way = "t38";
    this.#send({ type: "switchToT38", callId: this.#callId, remote });
  }

  /** The far end does not want T.38 after all. Nothing happens where audio was never left. */
  backToAudio(): void {
    this.#way = "phone";
    this.#send({ type: "backToAudio", callId: this.#callId });
  }

  /** The call is gone, or is to go. A fax that has come to its end keeps the two seconds that it needs. */
  hangUp(): Promise<FaxCallEnd> {
    if (!this.#end) this.#send({ type: "hangUp", callId: this.#callId });
    return this.ended;
  }

  /** For the engine alone. */
  receive(report: Extract<FaxReport, { type: "event" }>): void {
    if (this.#end) return;
    if (report.name === "ended") {
      this.#finish(report.payload);
      return;
    }
    if (report.name === "page") {
      this.#pages += 1;
      if (!report.payload.isGood) this.#damaged.push(report.payload.page);
      this.#events.emit("page", report.payload);
    } else {
      this.#events.emit("heard", report.payload);
    }
  }

  /** For the engine alone: the process is gone, and with it whatever the far end would have answered. */
  interrupt(why: string): void {
    if (this.#end) return;
    this.#finish({
      outcome: "failed",
      reason: "interrupted",
      t30Code: -1,
      t30Text: why,
      pages: this.#pages,
      damaged: this.#damaged,
      station: "",
      bitRate: 0,
      usedEcm: false,
      way: this.#way,
    });
  }

  #finish(end: FaxCallEnd): void {
    this.#end = end;
    this.#events.emit("ended", end);
    this.#resolve(end);
  }
}
