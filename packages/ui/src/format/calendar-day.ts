const HOUR_MS = 3_600_000;

interface ZoneDays {
  readonly format: Intl.DateTimeFormat;
  readonly bySlot: Map<number, string>;
}

const zones = new Map<string, ZoneDays>();

/**
 * The calendar day of a moment in a zone, as one word. A day begins on a quarter of an hour in every zone there is:
 * what falls into one is asked for once, since asking costs more than all the rest of a row.
 */
export function calendarDay(at: number, timeZone: string): string {
  const zone = zones.get(timeZone) ?? {
    format: new Intl.DateTimeFormat("en-CA", { timeZone }),
    bySlot: new Map<number, string>(),
  };
  zones.set(timeZone, zone);
  const slot = Math.floor((at * 4) / HOUR_MS);
  const day = zone.bySlot.get(slot) ?? zone.format.format(at);
  zone.bySlot.set(slot, day);
  return day;
}
