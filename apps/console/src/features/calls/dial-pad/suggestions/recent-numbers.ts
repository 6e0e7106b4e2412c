import { type KeyValueStore, readJson } from "../../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../../platform/storage/storage-keys.ts";

/** Recent lists keep at most five. */
const KEPT = 5;

export type RecentIcon = "person" | "number" | "service";

/** A number dialed lately. */
export interface RecentNumber {
  /** As it was dialed, pauses and extension included. */
  readonly value: string;
  readonly title: string;
  readonly contactId: string | null;
  readonly icon: RecentIcon;
}

/** Pure. What the list shows of a number: a person, a service of the phone system, or just a number. */
export function recentIconOf(value: string, contactId: string | null): RecentIcon {
  if (contactId !== null) return "person";
  return value.startsWith("*") ? "service" : "number";
}

export function recentNumbers(store: KeyValueStore): readonly RecentNumber[] {
  const stored = readJson(store, STORAGE_KEYS.recentNumbers);
  return Array.isArray(stored) ? stored.filter(isRecentNumber).slice(0, KEPT) : [];
}

/** The newest first, each once. */
export function rememberNumber(store: KeyValueStore, recent: RecentNumber): void {
  const others = recentNumbers(store).filter(({ value }) => value !== recent.value);
  store.set(STORAGE_KEYS.recentNumbers, JSON.stringify([recent, ...others].slice(0, KEPT)));
}

export function forgetNumber(store: KeyValueStore, value: string): void {
  const others = recentNumbers(store).filter((each) => each.value !== value);
  store.set(STORAGE_KEYS.recentNumbers, JSON.stringify(others));
}

function isRecentNumber(stored: unknown): stored is RecentNumber {
  if (typeof stored !== "object" || stored === null) return false;
  const { value, title, contactId, icon } = stored as Partial<Record<keyof RecentNumber, unknown>>;
  return (
    typeof value === "string" &&
    typeof title === "string" &&
    (contactId === null || typeof contactId === "string") &&
    (icon === "person" || icon === "number" || icon === "service")
  );
}
