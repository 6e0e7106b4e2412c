import type { CallPart } from "../calls/call-parts.ts";
import type { CallView } from "../calls/views/call-view.ts";
import { planOf } from "../dialplan/company-plan.ts";
import type { EndpointPresence } from "../pbx-events.ts";
import type { PbxDirectory } from "../ports/pbx-directory.ts";
import type { Registrar } from "./registrar.ts";

export interface PresenceTrackerParts {
  readonly directory: Pick<PbxDirectory, "companies">;
  readonly registrar: Pick<Registrar, "onlineDevices">;
  readonly partsOf: (endpointId: string) => readonly CallPart[];
  readonly onChanged: (presence: EndpointPresence) => void;
}

/** Which lines are online and which are on a call, told only when it changes. */
export class PresenceTracker {
  readonly #parts: PresenceTrackerParts;
  readonly #told = new Map<string, EndpointPresence>();
  readonly #inCall = new Map<string, readonly string[]>();

  constructor(parts: PresenceTrackerParts) {
    this.#parts = parts;
  }

  of(endpointId: string): EndpointPresence | undefined {
    for (const company of this.#parts.directory.companies())
      if (planOf(company).endpoints.has(endpointId)) return this.#measure(company.id, endpointId);
    return undefined;
  }

  /** Looks again at these lines, or at all that were ever told of. */
  refresh(endpointIds: Iterable<string> = [...this.#told.keys()]): void {
    for (const id of endpointIds) {
      const presence = this.of(id);
      const told = this.#told.get(id);
      if (!presence || (told && isSame(told, presence))) continue;
      this.#told.set(id, presence);
      this.#parts.onChanged(presence);
    }
  }

  /** A call has changed: for whoever is in it, and whoever was before. */
  follow({ callId, phase, parties }: CallView): void {
    const now: string[] = [];
    for (const { endpointId } of parties)
      if (endpointId !== undefined && !now.includes(endpointId)) now.push(endpointId);
    const before = this.#inCall.get(callId) ?? [];
    if (phase === "ended") this.#inCall.delete(callId);
    else this.#inCall.set(callId, now);
    this.refresh([...before.filter((id) => !now.includes(id)), ...now]);
  }

  #measure(companyId: string, endpointId: string): EndpointPresence {
    const parts = this.#parts.partsOf(endpointId);
    return {
      companyId,
      endpointId,
      onlineDevices: this.#parts.registrar.onlineDevices(endpointId).length,
      isOnCall: parts.includes("talking"),
      isRinging: parts.includes("ringing"),
    };
  }
}

const isSame = (a: EndpointPresence, b: EndpointPresence): boolean =>
  a.onlineDevices === b.onlineDevices && a.isOnCall === b.isOnCall && a.isRinging === b.isRinging;
