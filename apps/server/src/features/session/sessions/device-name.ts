const MAX_LENGTH = 120;

// The order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bOffhookDesktop\//, "Offhook desktop"],
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

// An iPad says Mac OS X too, Android says Linux.
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a user recognizes a device by: the name it gave itself, or its program and system. */
export function deviceName(given: string | undefined, userAgent: string): string {
  const name = given?.trim();
  if (name) return name.slice(0, MAX_LENGTH);
  const program = match(PROGRAMS, userAgent);
  const system = match(SYSTEMS, userAgent);
  if (program && system) return `${program} on ${system}`;
  return program ?? system ?? "Unknown device";
}

function match(table: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}
