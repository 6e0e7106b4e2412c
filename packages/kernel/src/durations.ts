const MINUTE = 60;
const HOUR = 3600;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function wholeSeconds(seconds: number): number {
  // Media elements report NaN and Infinity before they know better.
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
}

/** "0:07", "12:05", "1:02:03". */
export function clockDuration(seconds: number): string {
  const total = wholeSeconds(seconds);
  const hours = Math.floor(total / HOUR);
  const minutes = Math.floor((total % HOUR) / MINUTE);
  const rest = twoDigits(total % MINUTE);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** "1 hour 2 minutes 3 seconds": the same for the ear. */
export function durationWords(seconds: number): string {
  const total = wholeSeconds(seconds);
  const amounts: readonly (readonly [number, string])[] = [
    [Math.floor(total / HOUR), "hour"],
    [Math.floor((total % HOUR) / MINUTE), "minute"],
    [total % MINUTE, "second"],
  ];
  const words = amounts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}${amount === 1 ? "" : "s"}`);
  return words.length === 0 ? "0 seconds" : words.join(" ");
}
