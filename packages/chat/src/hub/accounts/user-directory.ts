import { has, PRESENCE } from "../../access/access-mode.ts";
import type { ChatStore, StoredUser, UserChange } from "../../ports/chat-store.ts";
import type { UserId } from "../../topics/names/topic-name.ts";
import { authenticationRequired } from "../../wire/refusal.ts";

/** Users as they now are; every change of one goes through here. */
export class UserDirectory {
  readonly #store: Pick<ChatStore, "findUsers" | "updateUser">;
  readonly #known = new Map<UserId, StoredUser>();
  readonly #suspended = new Set<UserId>();

  constructor(store: Pick<ChatStore, "findUsers" | "updateUser">) {
    this.#store = store;
  }

  async find(id: UserId): Promise<StoredUser | undefined> {
    return (await this.findAll([id])).get(id);
  }

  /** Of somebody who was looked up before, and without waiting. */
  isSuspended(id: UserId): boolean {
    return this.#suspended.has(id);
  }

  /** The user hides their presence from everybody. Only for users who were looked up before, as above. */
  isHidden(id: UserId): boolean {
    const user = this.#known.get(id);
    return user !== undefined && !has(user.meWant, PRESENCE);
  }

  /** The user of a session: exists unless deleted a moment ago. */
  async own(id: UserId): Promise<StoredUser> {
    const user = await this.find(id);
    if (!user) throw authenticationRequired();
    return user;
  }

  async findAll(ids: Iterable<UserId>): Promise<ReadonlyMap<UserId, StoredUser>> {
    const wanted = new Set(ids);
    const missing = [...wanted].filter((id) => !this.#known.has(id));
    if (missing.length > 0) for (const user of await this.#store.findUsers(missing)) this.#learn(user);
    const found = new Map<UserId, StoredUser>();
    for (const id of wanted) {
      const user = this.#known.get(id);
      if (user) found.set(id, user);
    }
    return found;
  }

  async update(id: UserId, change: UserChange): Promise<void> {
    await this.#store.updateUser(id, change);
    const user = this.#known.get(id);
    if (user) this.#learn({ ...user, ...change });
  }

  #learn(user: StoredUser): void {
    this.#known.set(user.id, user);
    if (user.state === "susp") this.#suspended.add(user.id);
    else this.#suspended.delete(user.id);
  }

  /** Those of a company who were looked up before. */
  knownOf(customerId: number): UserId[] {
    return [...this.#known.values()].flatMap((user) => (user.customerId === customerId ? user.id : []));
  }

  /** They may have been changed elsewhere. Returns those who look otherwise now, or were not known before. */
  async refresh(ids: readonly UserId[]): Promise<UserId[]> {
    const before = new Map(ids.map((id) => [id, this.#known.get(id)]));
    const found = await this.#store.findUsers(ids);
    for (const user of found) this.#learn(user);
    return found.flatMap((user) =>
      JSON.stringify(before.get(user.id)?.public) === JSON.stringify(user.public) ? [] : user.id,
    );
  }

  /** It was changed elsewhere, or is no more. */
  forget(id: UserId): void {
    this.#known.delete(id);
  }
}
