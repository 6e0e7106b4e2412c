import type { LiveCall } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CallCommands } from "@offhook/pbx";
import { describeLiveCalls } from "./describe-live-calls.ts";

export interface LiveCallsDeps {
  readonly commands: Pick<CallCommands, "calls">;
  readonly clock: Clock;
  readonly lineName: (endpointId: string) => string | undefined;
}

/** The calls that go on at this moment, as the console knows them. */
export class LiveCalls {
  readonly #deps: LiveCallsDeps;

  constructor(deps: LiveCallsDeps) {
    this.#deps = deps;
  }

  /** Every party of every live call that this line takes part in. */
  ofLine(endpointId: string, companyId: string): LiveCall[] {
    const { commands, lineName, clock } = this.#deps;
    return commands
      .calls(companyId)
      .filter(({ isTest, parties }) => !isTest && parties.some((party) => party.endpointId === endpointId))
      .flatMap((call) => describeLiveCalls(call, lineName, clock.now(), endpointId));
  }

  /** The same for many lines: every call is looked at once. */
  ofLines(endpointIds: ReadonlySet<string>): ReadonlyMap<string, LiveCall[]> {
    const { commands, lineName, clock } = this.#deps;
    const found = new Map<string, LiveCall[]>();
    for (const call of commands.calls()) {
      if (call.isTest) continue;
      const lines = new Set(call.parties.flatMap(({ endpointId }) => endpointId ?? []));
      const wanted = [...lines].filter((id) => endpointIds.has(id));
      if (wanted.length === 0) continue;
      const described = describeLiveCalls(call, lineName, clock.now());
      for (const id of wanted) {
        const seen =
          call.supervisors.length === 0 ? described : describeLiveCalls(call, lineName, clock.now(), id);
        found.set(id, [...(found.get(id) ?? []), ...seen]);
      }
    }
    return found;
  }

  ofCompany(customerId: number): LiveCall[] {
    const { commands, lineName, clock } = this.#deps;
    return commands
      .calls(String(customerId))
      .filter(({ isTest }) => !isTest)
      .flatMap((call) => describeLiveCalls(call, lineName, clock.now()));
  }
}
