import type { ChatStore, NewMessage } from "../ports/chat-store.ts";

/** How far back a repeat is recognised. Clients repeat what they have just sent. */
const REMEMBERED = 500;

/** In the head of a message: what its client calls it, the same when it sends it again. */
export const CLIENT_ID = "x-client-id";

/**
 * The newest messages of a topic by the names their clients gave them. A client that lost its connection cannot know
 * whether its message was kept and sends it again: it is kept once.
 */
export class SentBefore {
  readonly #topic: string;
  #seqs: Map<string, number> | undefined;

  constructor(topic: string) {
    this.#topic = topic;
  }

  /** Whether what was sent before must be known to answer for these, and is not. */
  mustPrepare(messages: readonly NewMessage[]): boolean {
    return !this.#seqs && messages.some((message) => nameOf(message) !== undefined);
  }

  async prepare(store: Pick<ChatStore, "clientIds">): Promise<void> {
    const known = await store.clientIds(this.#topic, REMEMBERED);
    this.#seqs = new Map(known.map(({ from, id, seq }) => [`${from} ${id}`, seq]));
  }

  /** The number it has; undefined for one that is new. */
  seqOf(message: NewMessage): number | undefined {
    const name = nameOf(message);
    return name === undefined ? undefined : this.#seqs?.get(name);
  }

  note(message: NewMessage, seq: number): void {
    const name = nameOf(message);
    if (name === undefined || !this.#seqs) return;
    this.#seqs.set(name, seq);
    if (this.#seqs.size <= REMEMBERED) return;
    const [oldest] = this.#seqs.keys();
    if (oldest !== undefined) this.#seqs.delete(oldest);
  }

  /** Those that are neither written yet nor twice in here. */
  fresh<Item extends { readonly message: NewMessage }>(items: readonly Item[]): readonly Item[] {
    const names = new Set<string>();
    return items.filter(({ message }) => {
      const name = nameOf(message);
      if (name === undefined) return true;
      if (names.has(name) || this.#seqs?.has(name)) return false;
      names.add(name);
      return true;
    });
  }
}

function nameOf({ from, head }: NewMessage): string | undefined {
  const id = head?.[CLIENT_ID];
  return typeof id === "string" ? `${from} ${id}` : undefined;
}
