import { randomUUID } from "node:crypto";
import { RecentItems } from "../recent-items.ts";

export interface ReceivedText {
  readonly id: string;
  readonly receivedAt: number;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export interface SmsSink {
  send(message: { readonly from: string; readonly to: string; readonly text: string }): Promise<void>;
  /** Oldest first. */
  texts(): readonly ReceivedText[];
  onText(listener: (text: ReceivedText) => void): () => void;
  clear(): void;
}

const KEPT_TEXTS = 500;

/** Takes every text message and carries none. */
export function createSmsSink({ now = Date.now }: { now?: () => number } = {}): SmsSink {
  const texts = new RecentItems<ReceivedText>(KEPT_TEXTS);
  return {
    send: async ({ from, to, text }) => texts.add({ id: randomUUID(), receivedAt: now(), from, to, text }),
    texts: () => texts.all(),
    onText: (listener) => texts.onNext(listener),
    clear: () => texts.clear(),
  };
}
