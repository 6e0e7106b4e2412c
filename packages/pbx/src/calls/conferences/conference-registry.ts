import type { CallId } from "../call-ids.ts";
import type { CallState, ConferencePlace, StateNamed } from "../call-state.ts";
import { type Conference, isSamePlace, placesIn } from "./conference.ts";

export interface ConferenceRegistryParts {
  readonly newId: () => string;
  readonly callOf: (id: CallId) => CallState | undefined;
  /** Tells a call its place in a conference, or that it has none any more. */
  readonly place: (id: CallId, place: ConferencePlace | undefined) => void;
}

/** Which calls are joined. After every change `settle` gives each of them its place. */
export class ConferenceRegistry {
  readonly #parts: ConferenceRegistryParts;
  readonly #conferences = new Map<string, Conference>();

  constructor(parts: ConferenceRegistryParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#conferences.size;
  }

  /** The conference one of these calls is already in, or a new one. */
  idFor(calls: readonly StateNamed<"connected">[]): string {
    return calls.find(({ conference }) => conference)?.conference?.id ?? this.#parts.newId();
  }

  join(id: string, callIds: readonly CallId[]): void {
    for (const callId of callIds) if (this.#idOf(callId) !== id) this.leave(callId);
    const known = this.#conferences.get(id)?.callIds ?? [];
    const all = [...new Set([...known, ...callIds])];
    this.#conferences.set(id, { id, callIds: all });
    // Membership shows in the call itself: one that is transferred away loses it on the way.
    for (const callId of all) if (!this.#isMember(callId, id)) this.#parts.place(callId, { id, silent: [] });
  }

  leave(callId: CallId): void {
    const id = this.#idOf(callId);
    if (id === undefined) return;
    this.#remove(id, callId);
    if (this.#isMember(callId, id)) this.#parts.place(callId, undefined);
  }

  settle(): void {
    for (const conference of [...this.#conferences.values()]) this.#settleOne(conference);
  }

  #settleOne({ id, callIds }: Conference): void {
    const left = callIds.filter((callId) => this.#isMember(callId, id));
    if (left.length < 2) {
      this.#conferences.delete(id);
      for (const callId of left) this.#parts.place(callId, undefined);
      return;
    }
    const conference = { id, callIds: left };
    this.#conferences.set(id, conference);
    for (const [callId, place] of placesIn(conference, this.#parts.callOf)) {
      const state = this.#parts.callOf(callId);
      if (state?.name === "connected" && !isSamePlace(state.conference, place))
        this.#parts.place(callId, place);
    }
  }

  #idOf(callId: CallId): string | undefined {
    for (const { id, callIds } of this.#conferences.values()) if (callIds.includes(callId)) return id;
    return undefined;
  }

  #isMember(callId: CallId, id: string): boolean {
    const state = this.#parts.callOf(callId);
    return state?.name === "connected" && state.conference?.id === id;
  }

  #remove(id: string, callId: CallId): void {
    const conference = this.#conferences.get(id);
    if (!conference) return;
    const callIds = conference.callIds.filter((each) => each !== callId);
    this.#conferences.set(id, { id, callIds });
  }
}
