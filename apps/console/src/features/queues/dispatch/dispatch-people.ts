import type { DispatchLine, LiveCall } from "@offhook/contract";

export type LineState = "available" | "ringing" | "onCall" | "doNotDisturb" | "offline";

/** What somebody's line does now: what counts most for whoever wants to send a call there. */
function lineState(line: DispatchLine, calls: readonly LiveCall[]): LineState {
  const own = calls.filter(({ phone }) => phone === line.phone);
  if (own.some(({ status }) => status === "answer" || status === "hold" || status === "calling"))
    return "onCall";
  if (own.some(({ status }) => status === "ringing")) return "ringing";
  if (line.dnd) return "doNotDisturb";
  return line.devices.length === 0 ? "offline" : "available";
}

export const LINE_WORDS: Readonly<Record<LineState, string>> = {
  available: "Available",
  ringing: "Ringing",
  onCall: "On a call",
  doNotDisturb: "Do Not Disturb",
  offline: "Offline",
};

const ORDER: readonly LineState[] = ["available", "ringing", "onCall", "doNotDisturb", "offline"];

/** Whoever is free comes first; then by name. */
export function linesInOrder(
  lines: readonly DispatchLine[],
  calls: readonly LiveCall[],
): readonly { readonly line: DispatchLine; readonly state: LineState }[] {
  return lines
    .map((line) => ({ line, state: lineState(line, calls) }))
    .toSorted(
      (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.line.name.localeCompare(b.line.name),
    );
}

/** "Browser, Desk phone". */
export function deviceWords({ devices }: DispatchLine): string {
  const names = devices.map((device) => (device === "browser" ? "Browser" : "Desk phone"));
  return [...new Set(names)].toSorted().join(", ");
}
