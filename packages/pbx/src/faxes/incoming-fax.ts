import { type IncomingInvite, type InviteUsage, PASSIVE_OBSERVER } from "@offhook/sip";
import type { LegRecord } from "../calls/records/leg-record.ts";
import type { FaxLineConfig, T38Use } from "../dialplan/company-config.ts";
import { sdpBody, sdpText } from "../legs/leg-dialog.ts";
import type { FaxArrival, FaxMachineCall, FaxMachineEnd, FaxMachines } from "../ports/fax-machine.ts";
import { FaxDescription } from "./fax-description.ts";
import { brokenMachine, FaxDialog } from "./fax-dialog.ts";
import type { FaxLegs } from "./fax-legs.ts";

/** A call that somebody or something has answered before it was clear that a fax machine calls. */
interface AnsweredCall {
  readonly answered: InviteUsage;
}

export interface IncomingFaxParts {
  readonly machines: FaxMachines;
  readonly legs: FaxLegs;
  readonly caller: IncomingInvite | AnsweredCall;
  readonly line: FaxLineConfig;
  readonly arrival: FaxArrival;
  readonly record: LegRecord;
  readonly t38: T38Use;
  readonly sessionId: string;
}

/** Somebody calls a fax line: our machine answers and takes their pages. */
export class IncomingFax {
  readonly #parts: IncomingFaxParts;
  #hangUp: () => void = () => {};
  #isOver = false;

  constructor(parts: IncomingFaxParts) {
    this.#parts = parts;
  }

  /** The server stops: what has arrived by now is kept. */
  stop(): void {
    this.#isOver = true;
    this.#hangUp();
  }

  async run(): Promise<void> {
    const { caller, legs, record, arrival, machines } = this.#parts;
    legs.opened(record);
    const usage = "answered" in caller ? caller.answered : caller.usage;
    usage.observer = { ...PASSIVE_OBSERVER, onEnded: () => this.stop() };
    const refuse = (): void => ("answered" in caller ? usage.hangUp() : caller.refuse(480));
    this.#hangUp = refuse;
    if (!("answered" in caller)) caller.progress(180);
    let end: FaxMachineEnd;
    try {
      end = await this.#receive();
    } catch (error) {
      end = brokenMachine(error);
      refuse();
    }
    legs.closed(record.id, end.reason === "noEngine" ? "congestion" : "hungUp");
    machines.received(arrival, end);
  }

  async #receive(): Promise<FaxMachineEnd> {
    const { machines, arrival, line } = this.#parts;
    const file = await machines.begin(arrival);
    const { id: callId } = arrival;
    const machine = await machines.open({ callId, role: "receive", file, stationId: line.stationId });
    // They have hung up while the machine was being made.
    if (this.#isOver) return machine.hangUp();
    const { caller } = this.#parts;
    return "answered" in caller ? this.#takeOver(machine, caller.answered) : this.#answer(machine, caller);
  }

  /** The far end learns by a re-INVITE where its sound goes from now on. */
  #takeOver(machine: FaxMachineCall, usage: InviteUsage): Promise<FaxMachineEnd> {
    const { legs, record, t38, sessionId } = this.#parts;
    const description = new FaxDescription(sessionId, machine);
    return new Promise((resolve) => {
      const dialog = new FaxDialog({ usage, machine, description, t38, onEnded: resolve });
      this.#hangUp = () => dialog.hangUp();
      legs.answered(record.id);
      usage.reinvite({
        makeOffer: () => sdpBody(description.audioOffer()),
        onResult: (result) => {
          const answer = result.kind === "answered" ? result.answer : undefined;
          const peer = answer && description.readAnswer(sdpText(answer));
          if (peer) dialog.connect(peer);
          else dialog.hangUp();
        },
      });
    });
  }

  #answer(machine: FaxMachineCall, invite: IncomingInvite): Promise<FaxMachineEnd> {
    const { legs, record, t38, sessionId } = this.#parts;
    const description = new FaxDescription(sessionId, machine);
    const answered = invite.offer && description.answer(sdpText(invite.offer), t38 !== "never");
    if (invite.offer && !answered) {
      invite.refuse(488);
      return machine.hangUp();
    }
    return new Promise((resolve) => {
      const { usage } = invite;
      const dialog = new FaxDialog({ usage, machine, description, t38, onEnded: resolve });
      this.#hangUp = () => dialog.hangUp();
      invite.accept(sdpBody(answered ? answered.description : description.audioOffer()));
      legs.answered(record.id);
      if (answered) dialog.connect(answered.peer);
    });
  }
}
