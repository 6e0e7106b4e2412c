import type { SkinTone } from "frimousse";

/** What the picker remembers of its user between two openings. */
export interface EmojiMemory {
  recents(): readonly string[];
  remember(emoji: string): void;
  skinTone(): SkinTone;
  rememberSkinTone(skinTone: SkinTone): void;
}

const RECENTS_KEY = "emojiRecents";
const SKIN_TONE_KEY = "emojiSkinTone";
const RECENTS_LIMIT = 16;
const SKIN_TONES: readonly SkinTone[] = ["none", "light", "medium-light", "medium", "medium-dark", "dark"];

/** Pure. The newest first, each once. */
export function withRecent(recents: readonly string[], emoji: string): readonly string[] {
  return [emoji, ...recents.filter((each) => each !== emoji)].slice(0, RECENTS_LIMIT);
}

export function createEmojiMemory(storage: Pick<Storage, "getItem" | "setItem">): EmojiMemory {
  const read = (key: string): unknown => {
    try {
      return JSON.parse(storage.getItem(key) ?? "null");
    } catch {
      return undefined;
    }
  };
  const write = (key: string, value: unknown): void => {
    try {
      storage.setItem(key, JSON.stringify(value));
    } catch {
      // A full or forbidden storage costs the memory, never the pick.
    }
  };
  const recents = (): readonly string[] => {
    const stored = read(RECENTS_KEY);
    return Array.isArray(stored)
      ? stored.filter((each) => typeof each === "string").slice(0, RECENTS_LIMIT)
      : [];
  };
  return {
    recents,
    remember: (emoji) => write(RECENTS_KEY, withRecent(recents(), emoji)),
    skinTone: () => SKIN_TONES.find((tone) => tone === read(SKIN_TONE_KEY)) ?? "none",
    rememberSkinTone: (skinTone) => write(SKIN_TONE_KEY, skinTone),
  };
}
