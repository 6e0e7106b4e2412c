/** "0" to "23", for the bars of a day. */
export const HOUR_NAMES: readonly string[] = Array.from({ length: 24 }, (_, hour) => String(hour));
