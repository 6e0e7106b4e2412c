import type { StatusDuration } from "@offhook/contract";
import { demoPerson, HARBORLIGHT, JUNIPER } from "../demo-people.ts";
import type { Seeder } from "../seed-context.ts";

const SHARED: readonly [
  id: number,
  company: number,
  emoji: string,
  name: string,
  duration: StatusDuration,
][] = [
  [1, HARBORLIGHT.id, "📅", "In a meeting", "1_hour"],
  [2, HARBORLIGHT.id, "🥪", "Lunch", "30_minutes"],
  [3, HARBORLIGHT.id, "🏠", "On a home visit", "4_hours"],
  [4, HARBORLIGHT.id, "🎧", "In training", "today"],
  [5, HARBORLIGHT.id, "🤒", "Out sick", "today"],
  [6, HARBORLIGHT.id, "🌴", "On vacation", "this_week"],
  [7, JUNIPER.id, "🦷", "With a patient", "1_hour"],
  [8, JUNIPER.id, "🥪", "Lunch", "30_minutes"],
];

const MINUTE_MS = 60_000;
/** Which user shows which status, and for how many minutes more. */
const ACTIVE: readonly [handle: string, statusId: number, minutes: number | null][] = [
  ["marcus", 3, 150],
  ["hannah", 1, 40],
  ["rosa", 6, 3 * 24 * 60],
  ["joseph", 4, 5 * 60],
];

export const seedStatuses: Seeder = async ({ tx, now }) => {
  await tx.query
    .insertInto("user_statuses")
    .values(
      SHARED.map(([id, customer_id, emoji, name, default_duration]) => ({
        id,
        customer_id,
        emoji,
        name,
        default_duration,
      })),
    )
    .execute();
  const active = ACTIVE.map(([handle, status_id, minutes]) => {
    const { id, customerId } = demoPerson(handle);
    return {
      user_id: id,
      customer_id: customerId,
      status_id,
      set_at: new Date(now - 20 * MINUTE_MS),
      expires_at: minutes === null ? null : new Date(now + minutes * MINUTE_MS),
    };
  });
  await tx.query.insertInto("active_statuses").values(active).execute();
};
