import { Emitter } from "@offhook/kernel";
import type {
  FaxArrival,
  FaxAudioPeer,
  FaxMachineCall,
  FaxMachineEnd,
  FaxMachineEvents,
  FaxMachineOrder,
  FaxMachines,
  FaxT38Peer,
} from "../ports/fax-machine.ts";

const CUT_OFF: FaxMachineEnd = {
  outcome: "failed",
  reason: "dropped",
  text: "The call dropped prematurely",
  pages: 0,
  damaged: [],
  station: "",
  way: "phone",
};

/** A fax machine that says what the test says. */
export class FakeFaxCall implements FaxMachineCall {
  readonly address = "192.0.2.9";
  readonly port: number;
  readonly order: FaxMachineOrder;
  /** What it was asked to do, in order. */
  readonly did: (
    | { readonly kind: "talk"; readonly remote: FaxAudioPeer }
    | { readonly kind: "t38"; readonly remote: FaxT38Peer }
    | { readonly kind: "backToAudio" | "hangUp" }
  )[] = [];
  readonly #events = new Emitter<FaxMachineEvents>();
  #end: FaxMachineEnd | undefined;

  constructor(order: FaxMachineOrder, port: number) {
    this.order = order;
    this.port = port;
  }

  talk(remote: FaxAudioPeer): void {
    this.did.push({ kind: "talk", remote });
  }

  switchToT38(remote: FaxT38Peer): void {
    this.did.push({ kind: "t38", remote });
  }

  backToAudio(): void {
    this.did.push({ kind: "backToAudio" });
  }

  hangUp(): Promise<FaxMachineEnd> {
    this.did.push({ kind: "hangUp" });
    this.#end ??= CUT_OFF;
    return Promise.resolve(this.#end);
  }

  on<Name extends keyof FaxMachineEvents>(
    name: Name,
    listener: (news: FaxMachineEvents[Name]) => void,
  ): () => void {
    return this.#events.on(name, listener);
  }

  hear(tone: FaxMachineEvents["heard"]): void {
    this.#events.emit("heard", tone);
  }

  page(page: number): void {
    this.#events.emit("page", { page, isGood: true });
  }

  /** The conversation of the machines is over. */
  finish(changes: Partial<FaxMachineEnd>): void {
    this.#end = { ...CUT_OFF, outcome: "done", reason: undefined, text: "OK", ...changes };
    this.#events.emit("ended", this.#end);
  }
}

export class FakeFaxMachines implements FaxMachines {
  readonly calls: FakeFaxCall[] = [];
  readonly arrived: (FaxArrival & { readonly end: FaxMachineEnd })[] = [];
  /** Why there is none. */
  missing: string | undefined;

  get call(): FakeFaxCall {
    const last = this.calls.at(-1);
    if (!last) throw new Error("No fax machine was asked for");
    return last;
  }

  open(order: FaxMachineOrder): Promise<FaxMachineCall> {
    if (this.missing !== undefined) return Promise.reject(new Error(this.missing));
    const call = new FakeFaxCall(order, 40_000 + 2 * this.calls.length);
    this.calls.push(call);
    return Promise.resolve(call);
  }

  begin({ id }: FaxArrival): Promise<string> {
    return Promise.resolve(`/faxes/${id}.tif`);
  }

  received(arrival: FaxArrival, end: FaxMachineEnd): void {
    this.arrived.push({ ...arrival, end });
  }
}
