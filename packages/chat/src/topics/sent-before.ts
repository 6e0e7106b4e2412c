import type { ChatStore, NewMessage } from "../ports/chat-store.ts";
import type { UserId } from "./topic-name.ts";

/** Of each author, however much others have said meanwhile: who comes back late repeats his own last words. */
const REMEMBERED = 100;

/** In the head of a message: what its client calls it, the same when it sends it again. */
export const CLIENT_ID = "x-client-id";

/**
 * The newest messages of each author by the names their clients gave them. A client that lost its connection cannot
 * know whether its message was kept and sends it again: it is kept once.
 */
export class SentBefore {
  readonly #topic: string;
  readonly #byAuthor = new Map<UserId, Map<string, number>>();

  constructor(topic: string) {
    this.#topic = topic;
  }

  /** Whose earlier messages must be known to answer for these, and are not. */
  unknownAuthors(messages: readonly NewMessage[]): readonly UserId[] {
    const authors = messages.flatMap((message) => (nameOf(message) === undefined ? [] : message.from));
    return [...new Set(authors)].filter((author) => !this.#byAuthor.has(author));
  }

  async learn(store: Pick<ChatStore, "clientIds">, authors: readonly UserId[]): Promise<void> {
    for (const author of authors) {
      const known = await store.clientIds(this.#topic, author, REMEMBERED);
      this.#byAuthor.set(author, new Map(known.map(({ id, seq }) => [id, seq])));
    }
  }

  /** The number it has; undefined for one that is new. */
  seqOf(message: NewMessage): number | undefined {
    const name = nameOf(message);
    return name === undefined ? undefined : this.#byAuthor.get(message.from)?.get(name);
  }

  note(message: NewMessage, seq: number): void {
    const name = nameOf(message);
    const known = this.#byAuthor.get(message.from);
    if (name === undefined || !known) return;
    known.set(name, seq);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  /** Those that are neither written yet nor twice in here. */
  fresh<Item extends { readonly message: NewMessage }>(items: readonly Item[]): readonly Item[] {
    const names = new Set<string>();
    return items.filter(({ message }) => {
      const name = nameOf(message);
      if (name === undefined) return true;
      const full = `${message.from} ${name}`;
      if (names.has(full) || this.seqOf(message) !== undefined) return false;
      names.add(full);
      return true;
    });
  }
}

function nameOf({ head }: NewMessage): string | undefined {
  const id = head?.[CLIENT_ID];
  return typeof id === "string" ? id : undefined;
}
