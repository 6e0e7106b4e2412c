import type { FaxCall, FaxCallEnd, FaxEngine, FaxOrder } from "@offhook/fax";
import type {
  FaxArrival,
  FaxMachineCall,
  FaxMachineEnd,
  FaxMachineEvents,
  FaxMachineOrder,
  FaxMachines,
} from "@offhook/pbx";
import type { FaxPorts } from "./fax-ports.ts";
import type { ReceivedFaxes } from "./received-faxes.ts";

export interface EngineFaxMachinesDeps {
  readonly engine: Pick<FaxEngine, "openCall">;
  readonly ports: FaxPorts;
  /** Bound, and written into our descriptions; they differ behind a router. */
  readonly address: { readonly bound: string; readonly announced: string };
  readonly received: Pick<ReceivedFaxes, "begin" | "received">;
}

/** Somebody else on this machine may sit on a port of ours; so many in a row are no accident. */
const MAX_TRIES = 10;

/** The fax machines of call control: calls of the fax engine, each on a port of its own. */
export class EngineFaxMachines implements FaxMachines {
  readonly #deps: EngineFaxMachinesDeps;

  constructor(deps: EngineFaxMachinesDeps) {
    this.#deps = deps;
  }

  async open(order: FaxMachineOrder): Promise<FaxMachineCall> {
    const { ports, address } = this.#deps;
    const call = await this.#openOn({ ...order, ecm: true, address: address.bound });
    call.on("ended", () => ports.release(call.port));
    return machineOf(call, address.announced);
  }

  begin(arrival: FaxArrival): Promise<string> {
    return this.#deps.received.begin(arrival);
  }

  received(arrival: FaxArrival, end: FaxMachineEnd): void {
    this.#deps.received.received(arrival, end);
  }

  async #openOn(order: Omit<FaxOrder, "port">): Promise<FaxCall> {
    const { engine, ports } = this.#deps;
    for (let tries = 1; ; tries += 1) {
      const port = ports.take();
      if (port === undefined) throw new Error("Too many faxes at once: no port is free");
      try {
        return await engine.openCall({ ...order, port });
      } catch (error) {
        ports.release(port);
        if (tries === MAX_TRIES || !isTaken(error)) throw error;
      }
    }
  }
}

const isTaken = (error: unknown): boolean => error instanceof Error && error.message.includes("EADDRINUSE");

function machineOf(call: FaxCall, address: string): FaxMachineCall {
  return {
    address,
    port: call.port,
    talk: (remote) => call.talk(remote),
    switchToT38: (remote) => call.switchToT38(remote),
    backToAudio: () => call.backToAudio(),
    hangUp: async () => endOf(await call.hangUp()),
    on: (name, listener) => listen(call, name, listener),
  };
}

function listen<Name extends keyof FaxMachineEvents>(
  call: FaxCall,
  name: Name,
  listener: (news: FaxMachineEvents[Name]) => void,
): () => void {
  const events: {
    [Each in keyof FaxMachineEvents]: (hear: (news: FaxMachineEvents[Each]) => void) => () => void;
  } = {
    heard: (hear) => call.on("heard", hear),
    page: (hear) => call.on("page", hear),
    ended: (hear) => call.on("ended", (end) => hear(endOf(end))),
  };
  return events[name](listener);
}

const endOf = ({ outcome, reason, t30Text, pages, damaged, station, way }: FaxCallEnd): FaxMachineEnd => ({
  outcome,
  reason,
  text: t30Text,
  pages,
  damaged,
  station,
  way,
});
