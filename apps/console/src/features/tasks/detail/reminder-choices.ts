/** When to remind, counted from the due time. */
export type ReminderChoice = "none" | "atDue" | "quarterBefore" | "hourBefore" | "dayBefore" | "own";

const BEFORE_SECONDS: Readonly<Record<Exclude<ReminderChoice, "none" | "own">, number>> = {
  atDue: 0,
  quarterBefore: 15 * 60,
  hourBefore: 3600,
  dayBefore: 86_400,
};

export const REMINDER_LABELS: Readonly<Record<ReminderChoice, string>> = {
  none: "No reminder",
  atDue: "At the due time",
  quarterBefore: "15 minutes before",
  hourBefore: "1 hour before",
  dayBefore: "1 day before",
  own: "At another time",
};

/** What can be chosen: only what lies ahead, and without a due time only a custom time. */
export function reminderChoices(due: number | null, now: number): readonly ReminderChoice[] {
  if (due === null) return ["none", "own"];
  const ahead = (Object.keys(BEFORE_SECONDS) as (keyof typeof BEFORE_SECONDS)[]).filter(
    (choice) => due - BEFORE_SECONDS[choice] > now,
  );
  return ["none", ...ahead, "own"];
}

/** The choice that a stored reminder came from. */
export function choiceOf(due: number | null, reminder: number | null): ReminderChoice {
  if (reminder === null) return "none";
  const found = (Object.keys(BEFORE_SECONDS) as (keyof typeof BEFORE_SECONDS)[]).find(
    (choice) => due !== null && due - BEFORE_SECONDS[choice] === reminder,
  );
  return found ?? "own";
}

export function reminderAt(choice: ReminderChoice, due: number | null, own: number | null): number | null {
  if (choice === "none") return null;
  if (choice === "own" || due === null) return own;
  return due - BEFORE_SECONDS[choice];
}
