import type { Clock } from "@offhook/kernel";
import type { Lock } from "../../../platform/api/token-refresher.ts";
import { type KeyValueStore, readJson } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";

export interface SoundOnceOptions {
  readonly store: KeyValueStore;
  readonly lock: Lock;
  readonly clock: Clock;
  readonly play: () => void;
}

interface LastSound {
  readonly messageId: string;
  readonly at: number;
}

/** Several texts at a time are one sound. */
const APART_MS = 1_500;
const LOCK_NAME = "offhook-sms-sound";

/** Every tab of the user hears of a text, and one of them is enough to be heard: whichever comes first. */
export async function playSoundOnce(
  messageId: string,
  { store, lock, clock, play }: SoundOnceOptions,
): Promise<void> {
  await lock(LOCK_NAME, async () => {
    const last = readJson(store, STORAGE_KEYS.smsSound) as Partial<LastSound> | undefined;
    const now = clock.now();
    if (last?.messageId === messageId) return;
    const sound: LastSound = { messageId, at: now };
    store.set(STORAGE_KEYS.smsSound, JSON.stringify(sound));
    if (now - (last?.at ?? Number.NEGATIVE_INFINITY) >= APART_MS) play();
  });
}
