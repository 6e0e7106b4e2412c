import { partIn } from "./calls/call-desk.ts";
import type { CallState } from "./calls/call-state.ts";
import { planOf } from "./dialplan/company-plan.ts";
import type { EndpointPresence } from "./pbx-events.ts";
import type { PbxDirectory } from "./ports/pbx-directory.ts";
import type { Registrar } from "./registrar/registrar.ts";

export interface PresenceDeskParts {
  readonly directory: Pick<PbxDirectory, "companies">;
  readonly registrar: Pick<Registrar, "onlineDevices">;
  readonly states: () => Iterable<CallState>;
  readonly onChanged: (presence: EndpointPresence) => void;
}

/** Who is there and who is on a call, told only when it changes. */
export class PresenceDesk {
  readonly #parts: PresenceDeskParts;
  readonly #told = new Map<string, EndpointPresence>();

  constructor(parts: PresenceDeskParts) {
    this.#parts = parts;
  }

  of(endpointId: string): EndpointPresence | undefined {
    for (const company of this.#parts.directory.companies())
      if (planOf(company).endpoints.has(endpointId)) return this.#measure(company.id, endpointId);
    return undefined;
  }

  /** Looks again at one endpoint, or at all that are or were in a call. */
  refresh(endpointId?: string): void {
    const ids = endpointId === undefined ? this.#affected() : [endpointId];
    for (const id of ids) {
      const presence = this.of(id);
      const told = this.#told.get(id);
      if (!presence || (told && isSame(told, presence))) continue;
      this.#told.set(id, presence);
      this.#parts.onChanged(presence);
    }
  }

  /** Everybody in a call now, and everybody who was said to be in one. */
  #affected(): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const { core } of this.#parts.states())
      for (const { record } of core.legs.values())
        if (record.endpointId !== undefined) ids.add(record.endpointId);
    for (const [id, { isOnCall, isRinging }] of this.#told) if (isOnCall || isRinging) ids.add(id);
    return ids;
  }

  #measure(companyId: string, endpointId: string): EndpointPresence {
    const parts = [...this.#parts.states()].map((state) => partIn(state, endpointId));
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
