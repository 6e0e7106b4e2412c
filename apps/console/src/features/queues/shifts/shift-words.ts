import type { PushEventOf } from "@offhook/contract";

/** "2026-11-18T20:00" as people read it: "Nov 18, 8:00 PM". The time is the company's, so no zone may be applied to it. */
export function shiftTimeText(time: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(Date.parse(`${time}:00Z`));
}

/** What a person is told when they are on call from now on. */
export function shiftBegunWords({ group, shift, handover }: PushEventOf<"SHIFT_BEGUN">): {
  readonly title: string;
  readonly body: string;
} {
  return {
    title: `You're on call for ${group} until ${shiftTimeText(shift.to)}`,
    body: handover ? `Note from ${handover.name}: ${handover.note}` : "",
  };
}
