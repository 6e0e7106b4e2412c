const UNITS = {
  1000: ["B", "kB", "MB", "GB", "TB", "PB"],
  1024: ["B", "KiB", "MiB", "GiB", "TiB", "PiB"],
} as const;

/** "1.5 MB" in steps of 1000, "1.4 MiB" in steps of 1024. One decimal below ten, none above. */
export function formatBytes(bytes: number, base: 1000 | 1024 = 1000): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return "0 B";
  const units = UNITS[base];
  let step = 0;
  let amount = bytes;
  // Half a unit early: 999.6 kB would be written "1000 kB".
  while (step < units.length - 1 && amount >= base - 0.5) {
    amount /= base;
    step += 1;
  }
  const rounded = step > 0 && amount < 9.95 ? Math.round(amount * 10) / 10 : Math.round(amount);
  return `${rounded} ${units[step]}`;
}
