import type { Person, PresenceUpdateEvent, SettingsEvent } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../platform/api-client.ts";

export interface PeopleState {
  readonly byUserId: ReadonlyMap<number, Person>;
  readonly status: "idle" | "loading" | "ready" | "failed";
}

/** Addresses of pictures live an hour. */
const RENEW_AFTER_MS = 50 * 60_000;

/** The colleagues, with presence and status as they are this moment. */
export class PeopleDirectory {
  readonly state: StoreApi<PeopleState>;
  readonly #client: Pick<Client, "listPeople">;
  readonly #clock: Clock;
  #cancelRenewal: CancelTimer = () => {};

  constructor(client: Pick<Client, "listPeople">, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.state = createStore<PeopleState>()(() => ({ byUserId: new Map(), status: "idle" }));
  }

  async load(): Promise<void> {
    if (this.state.getState().status === "idle") this.state.setState({ status: "loading" });
    try {
      const people = await this.#client.listPeople({ query: { type: "corporate" } });
      this.state.setState({
        byUserId: new Map(
          people.flatMap((person) =>
            person.contactType === "corporate" ? [[person.user_id, person] as const] : [],
          ),
        ),
        status: "ready",
      });
      this.#cancelRenewal();
      // An outage meanwhile is no loss: whoever recovers from it loads anyway.
      this.#cancelRenewal = this.#clock.schedule(RENEW_AFTER_MS, () => void this.load().catch(() => {}));
    } catch (failure) {
      if (this.state.getState().status !== "ready") this.state.setState({ status: "failed" });
      throw failure;
    }
  }

  apply(event: PresenceUpdateEvent | SettingsEvent): void {
    switch (event.type) {
      case "PRESENCE_UPDATE":
        this.#change(event.user_id, { presence: event.presence });
        break;
      case "PROFILE_UPDATE": {
        const { firstname, lastname, title, photo, teamsNickname } = event;
        const name = `${firstname} ${lastname}`.trim();
        this.#change(event.user_id, {
          fname: firstname,
          lname: lastname,
          name,
          title,
          photo,
          nickname: teamsNickname,
        });
        break;
      }
      case "STATUS_UPDATE":
        if (event.action === "set_user_status") {
          const { name, emoji, expires_at } = event.status;
          this.#change(event.user_id, { statusName: name, statusEmoji: emoji, statusExpiresAt: expires_at });
        } else if (event.action === "status_removed") {
          this.#change(event.user_id, { statusName: null, statusEmoji: null, statusExpiresAt: null });
        }
        break;
      case "SETTINGS_UPDATE":
      case "DID_UPDATE":
        break;
    }
  }

  reset(): void {
    this.#cancelRenewal();
    this.state.setState({ byUserId: new Map(), status: "idle" });
  }

  #change(userId: number, change: Partial<Person>): void {
    const { byUserId } = this.state.getState();
    const person = byUserId.get(userId);
    if (person) this.state.setState({ byUserId: new Map(byUserId).set(userId, { ...person, ...change }) });
  }
}
