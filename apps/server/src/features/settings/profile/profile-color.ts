// Dark enough for white initials (WCAG AA), and told apart at the size of an avatar.
const COLORS = [
  "#1d6fb8",
  "#8a4b08",
  "#2b7a4b",
  "#a3335c",
  "#5b4bb5",
  "#0f766e",
  "#b0413e",
  "#4a6572",
  "#7a5c00",
  "#6d3a9c",
] as const;

/** The same person has the same color everywhere and forever. */
export function colorOf(user: { readonly id: number; readonly color: string | null }): string {
  return user.color ?? COLORS[user.id % COLORS.length] ?? COLORS[0];
}
