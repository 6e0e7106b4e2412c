/** Debian's Chromium, or the one the environment names. */
export function chromiumPath(): string {
  return process.env.OFFHOOK_CHROMIUM || "/usr/bin/chromium";
}

export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
