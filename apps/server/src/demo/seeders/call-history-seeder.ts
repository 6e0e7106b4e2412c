import { DEMO_PEOPLE } from "../demo-people.ts";
import type { SeedContext, Seeder } from "../seed-context.ts";

/** Who has called Harborlight, and whom it has called. */
const OUTSIDE: readonly (readonly [number: string, name: string])[] = [
  ["12125550171", "June Park"],
  ["12125550172", "Riverside Clinic"],
  ["12125550173", "Omar Haddad"],
  ["12125550174", "Beacon Pharmacy"],
  ["12125550175", ""],
];

const CALLS_PER_PERSON = 24;
const MINUTE_MS = 60_000;

export const seedCallHistory: Seeder = async (context) => {
  await context.tx.query.insertInto("call_records").values(callHistory(context)).execute();
};

/** Calls of the last two weeks, answered, missed and made. */
function callHistory({ now, random }: SeedContext) {
  return DEMO_PEOPLE.flatMap((person) =>
    Array.from({ length: CALLS_PER_PERSON }, (_, index) => {
      const isIncoming = random() < 0.6;
      const isAnswered = random() < 0.75;
      const [number, name] = OUTSIDE[Math.floor(random() * OUTSIDE.length)] ?? ["", ""];
      const startedAt = now - Math.floor((index + random()) * 14 * 60 * MINUTE_MS) - MINUTE_MS;
      const talkedMs = isAnswered ? Math.floor(20_000 + random() * 600_000) : 0;
      const ringMs = 8_000;
      return {
        id: `demo-${person.id}-${index}`,
        call_id: `demo-call-${person.id}-${index}`,
        customer_id: person.customerId,
        phone_id: person.id,
        dir: isIncoming ? "in" : "out",
        own_number: person.extension,
        number,
        name,
        dialled: isIncoming ? person.number : number,
        started_at: new Date(startedAt),
        answered_at: isAnswered ? new Date(startedAt + ringMs) : null,
        seen_at: new Date(startedAt + ringMs + talkedMs),
        ended_at: new Date(startedAt + ringMs + talkedMs),
        duration_ms: talkedMs,
        ...outcomeOf(isIncoming, isAnswered),
      };
    }),
  );
}

function outcomeOf(isIncoming: boolean, isAnswered: boolean): { status: string; cause: string } {
  if (isAnswered) return { status: "answer", cause: "hungUp" };
  return isIncoming ? { status: "missed", cause: "noAnswer" } : { status: "cancelled", cause: "cancelled" };
}
