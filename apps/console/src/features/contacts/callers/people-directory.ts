import type { Person } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { type EventRules, LiveValue } from "../../../platform/live/live-value.ts";

export interface PeopleState {
  readonly byUserId: ReadonlyMap<number, Person>;
  readonly status: "idle" | "loading" | "ready" | "failed";
}

export interface PeopleDirectoryOptions {
  readonly client: Pick<Client, "listPeople">;
  readonly clock: Clock;
  readonly log: EventLog;
}

/** Addresses of pictures live an hour. */
const RENEW_AFTER_MS = 50 * 60_000;
const NOBODY: PeopleState = { byUserId: new Map(), status: "idle" };

/** The colleagues, with presence and status as they are this moment. */
export class PeopleDirectory {
  readonly state: StoreApi<PeopleState>;
  readonly #live: LiveValue<PeopleState>;
  readonly #options: PeopleDirectoryOptions;
  #cancelRenewal: CancelTimer = () => {};

  constructor(options: PeopleDirectoryOptions) {
    this.#options = options;
    const reload = (): Promise<void> => this.load();
    this.#live = new LiveValue({ log: options.log, initial: NOBODY, rules: PEOPLE_RULES, reload });
    this.state = this.#live.state;
  }

  async load(): Promise<void> {
    const { client, clock } = this.#options;
    if (this.state.getState().status === "idle") this.#setStatus("loading");
    try {
      await this.#live.fetch(
        "people",
        (options) => client.listPeople({ query: { type: "corporate" } }, options),
        (_before, people) => ({ byUserId: byUserId(people), status: "ready" }),
        { isWhole: true },
      );
      this.#cancelRenewal();
      // An outage meanwhile is no loss: whoever recovers from it loads anyway.
      this.#cancelRenewal = clock.schedule(RENEW_AFTER_MS, () => void this.load().catch(() => {}));
    } catch (failure) {
      if (this.state.getState().status !== "ready") this.#setStatus("failed");
      throw failure;
    }
  }

  stop(): void {
    this.#cancelRenewal();
    this.#live.stop();
    this.#live.update(() => NOBODY);
  }

  #setStatus(status: PeopleState["status"]): void {
    this.#live.update((state) => ({ ...state, status }));
  }
}

function byUserId(people: Awaited<ReturnType<Client["listPeople"]>>): ReadonlyMap<number, Person> {
  const colleagues = entities(people).flatMap((person) =>
    person.contactType === "corporate" ? [[person.user_id, person] as const] : [],
  );
  return new Map(colleagues);
}

function changed(state: PeopleState, userId: number, change: Partial<Person>): PeopleState {
  const person = state.byUserId.get(userId);
  if (!person) return state;
  return { ...state, byUserId: new Map(state.byUserId).set(userId, { ...person, ...change }) };
}

const PEOPLE_RULES = {
  PRESENCE_UPDATE: (state, { user_id, presence }) => changed(state, user_id, { presence }),
  PROFILE_UPDATE: (state, event) => {
    const { firstname, lastname, title, photo, teamsNickname } = event;
    const name = `${firstname} ${lastname}`.trim();
    const nickname = teamsNickname;
    return changed(state, event.user_id, { fname: firstname, lname: lastname, name, title, photo, nickname });
  },
  STATUS_UPDATE: (state, event) => {
    switch (event.action) {
      case "set_user_status": {
        const { name, emoji, expires_at } = event.status;
        const status = { statusName: name, statusEmoji: emoji, statusExpiresAt: expires_at };
        return changed(state, event.user_id, status);
      }
      case "status_removed":
        return changed(state, event.user_id, { statusName: null, statusEmoji: null, statusExpiresAt: null });
      default:
        return state;
    }
  },
} satisfies EventRules<PeopleState>;
