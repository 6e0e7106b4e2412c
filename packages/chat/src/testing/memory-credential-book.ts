import type { ChatConfirmation } from "@offhook/contract";
import type { CredentialBook, CredentialOutcome, CredentialProblem } from "../ports/credential-book.ts";
import type { UserId } from "../topics/names/topic-name.ts";
import type { MemoryChatStore } from "./memory-chat-store.ts";

interface Kept {
  readonly user: UserId;
  readonly val: string;
  readonly code: string;
  isDone: boolean;
  wrongCodes: number;
}

const MAX_WRONG_CODES = 4;

/** Mail addresses kept in memory, for tests. It passes the same suite as the one in the database. */
export class MemoryCredentialBook implements CredentialBook {
  readonly #store: MemoryChatStore;
  #kept: Kept[] = [];
  #lastCode = 0;

  constructor(store: MemoryChatStore) {
    this.#store = store;
  }

  /** The newest code that was sent there. */
  codeSentTo(val: string): string {
    return this.#kept.findLast((each) => each.val === val)?.code ?? "";
  }

  async list(user: UserId): Promise<ChatConfirmation[]> {
    return this.#kept
      .filter((each) => each.user === user)
      .map(({ val, isDone }) => ({ meth: "email", val, ...(isDone ? { done: true } : {}) }));
  }

  async request(user: UserId, meth: string, given: string): Promise<CredentialOutcome> {
    if (meth !== "email") return { kind: "nothing" };
    const val = given.toLowerCase();
    if (!/^[^\s@]+@[^\s@]+$/.test(val)) return refused("malformed");
    if (this.#kept.some((each) => each.val === val && each.isDone)) return refused("duplicate");
    this.#kept = this.#kept.filter((each) => each.user !== user || each.isDone);
    const code = String(++this.#lastCode).padStart(6, "0");
    this.#kept.push({ user, val, code, isDone: false, wrongCodes: 0 });
    return { kind: "done", areTagsChanged: false };
  }

  async confirm(user: UserId, meth: string, code: string): Promise<CredentialOutcome> {
    if (meth !== "email") return { kind: "nothing" };
    const waiting = this.#kept.find((each) => each.user === user && !each.isDone);
    if (!waiting) return refused("notFound");
    if (waiting.wrongCodes > MAX_WRONG_CODES) return refused("policy");
    if (waiting.code !== code) {
      waiting.wrongCodes += 1;
      return refused("wrongCode");
    }
    if (this.#kept.some((each) => each.val === waiting.val && each.isDone)) return refused("duplicate");
    waiting.isDone = true;
    await this.#changeTags(user, (tags) => [...tags, `email:${waiting.val}`]);
    return { kind: "done", areTagsChanged: true };
  }

  async remove(user: UserId, meth: string, val: string): Promise<CredentialOutcome> {
    if (meth !== "email") return refused("malformed");
    const found = this.#kept.find((each) => each.user === user && each.val === val.toLowerCase());
    if (!found) return { kind: "nothing" };
    this.#kept = this.#kept.filter((each) => each !== found);
    await this.#changeTags(user, (tags) => tags.filter((tag) => tag !== `email:${found.val}`));
    return { kind: "done", areTagsChanged: found.isDone };
  }

  async #changeTags(user: UserId, change: (tags: readonly string[]) => string[]): Promise<void> {
    const [found] = await this.#store.findUsers([user]);
    if (found) await this.#store.updateUser(user, { tags: change(found.tags) });
  }
}

function refused(problem: CredentialProblem): CredentialOutcome {
  return { kind: "refused", problem };
}
