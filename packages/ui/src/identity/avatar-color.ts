/** Each carries white text at 5.6:1 or more. */
const COLORS = [
  "#964944",
  "#90511f",
  "#7e5d00",
  "#4f6f28",
  "#17754e",
  "#017272",
  "#006e89",
  "#37649e",
  "#63579b",
  "#844b80",
] as const;

/** The same seed (an id, or a name where there is none) has the same color on every device and in every session. */
export function avatarColor(seed: string): string {
  // FNV-1a: short, and close names ("Ana", "Anb") land far apart.
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  }
  return COLORS[(hash >>> 0) % COLORS.length] ?? COLORS[0];
}
