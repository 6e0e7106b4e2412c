const DEFAULT_SIZE = 24;
const BIG_SIZE = 64;

/**
 * The size at which the emoji of a text are drawn. "Exactly two characters" counts as the platform does, in UTF-16
 * units: that is one plain emoji and nothing else. A size the caller sets wins.
 */
export function emojiSizeOf(text: string, customSize?: number): number {
  return customSize ?? (text.length === 2 ? BIG_SIZE : DEFAULT_SIZE);
}
