const DAY_SECONDS = 86_400;

/**
 * The last second (unix) of a calendar day in a time zone: of the day of `now`, or of the one `daysAhead` of its
 * weekday (Sunday is 0). A day may have 23 or 25 hours, and in some zones midnight itself is skipped or repeated,
 * so the end is found by asking the calendar and never by adding 24 hours.
 */
export function lastSecondOfDay(
  now: number,
  timezone: string,
  daysAhead: (weekday: number) => number,
): number {
  const dayOf = calendarOf(timezone);
  const today = dayOf(now);
  const weekday = new Date(today * 1000).getUTCDay();
  const wanted = today + daysAhead(weekday) * DAY_SECONDS;
  // No zone is more than a day away from UTC, so the first second of the next day lies in between.
  return firstSecondAfter(wanted, dayOf, wanted - DAY_SECONDS, wanted + 3 * DAY_SECONDS) - 1;
}

function firstSecondAfter(day: number, dayOf: (second: number) => number, from: number, to: number): number {
  let [notYet, after] = [from, to];
  while (after - notYet > 1) {
    const middle = Math.floor((notYet + after) / 2);
    if (dayOf(middle) > day) after = middle;
    else notYet = middle;
  }
  return after;
}

/** The calendar date at a second, as the unix time of that date's midnight in UTC. */
function calendarOf(timezone: string): (second: number) => number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (second) => {
    const parts = Object.fromEntries(
      format.formatToParts(second * 1000).map((part) => [part.type, part.value]),
    );
    return Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day)) / 1000;
  };
}
