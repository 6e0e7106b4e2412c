import { createStore, type StoreApi } from "zustand/vanilla";
import type { Attachment } from "./attachments.ts";

/** What is attached to a text that is being written. */
export interface AttachedFiles {
  readonly files: readonly Attachment[];
  /** How many times files are being made ready. */
  readonly running: number;
}

/** By the key of the conversation. */
export type AttachedFilesStore = StoreApi<ReadonlyMap<string, AttachedFiles>>;

export const NOTHING_ATTACHED: AttachedFiles = { files: [], running: 0 };

export function createAttachedFiles(): AttachedFilesStore {
  return createStore<ReadonlyMap<string, AttachedFiles>>()(() => new Map());
}

/** They stay with their conversation when another one is opened. */
export function changeAttached(
  store: AttachedFilesStore,
  key: string,
  change: (attached: AttachedFiles) => AttachedFiles,
): void {
  const all = new Map(store.getState());
  const next = change(all.get(key) ?? NOTHING_ATTACHED);
  if (next.files.length === 0 && next.running === 0) all.delete(key);
  else all.set(key, next);
  store.setState(all, true);
}
