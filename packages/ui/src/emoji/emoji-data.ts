import type { EmojiData, SkinTone } from "frimousse";

interface CompactEmoji {
  readonly hexcode: string;
  readonly label: string;
  readonly unicode: string;
  readonly group?: number;
  readonly order?: number;
  readonly tags?: readonly string[];
  readonly skins?: readonly { readonly unicode: string }[];
}

interface EmojiMessages {
  readonly groups: readonly { readonly message: string; readonly order: number }[];
}

type Shortcodes = Readonly<Record<string, string | readonly string[]>>;

const TONES = [
  "light",
  "medium-light",
  "medium",
  "medium-dark",
  "dark",
] as const satisfies readonly SkinTone[];
const FIRST_TONE = 0x1f3fb;
/** Skin tones and hair styles by themselves: parts, not emoji. */
const COMPONENTS_GROUP = 2;

/** Takes the emoji selector away where the emoji form is the default: 👍 is two characters long, not three. */
export function plainEmoji(emoji: string): string {
  return emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, "$1");
}

function toneOf(emoji: string): (typeof TONES)[number] | undefined {
  const tones = new Set(emoji.match(/\p{Emoji_Modifier}/gu));
  // Couples come in mixed tones too; the picker offers one tone for both.
  const [tone] = tones.size === 1 ? tones : [];
  return TONES[(tone?.codePointAt(0) ?? 0) - FIRST_TONE];
}

function skinsOf({ skins }: CompactEmoji): Record<(typeof TONES)[number], string> | undefined {
  const found: Partial<Record<(typeof TONES)[number], string>> = {};
  for (const { unicode } of skins ?? []) {
    const tone = toneOf(unicode);
    if (tone) found[tone] ??= unicode;
  }
  return TONES.every((tone) => found[tone] !== undefined)
    ? (found as Record<(typeof TONES)[number], string>)
    : undefined;
}

/** Pure. The picker's tables from those of the emojibase project. */
function pickerData(
  emojis: readonly CompactEmoji[],
  messages: EmojiMessages,
  shortcodes: Shortcodes,
): EmojiData {
  const listed = emojis.filter((each) => each.group !== undefined && each.group !== COMPONENTS_GROUP);
  return {
    locale: "en",
    emojis: listed
      .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
      .map((each) => {
        const skins = skinsOf(each);
        return {
          emoji: plainEmoji(each.unicode),
          category: each.group ?? 0,
          label: each.label,
          version: 0,
          tags: [...(each.tags ?? [])],
          aliases: [shortcodes[each.hexcode] ?? []].flat(),
          ...(skins ? { skins } : {}),
        };
      }),
    categories: messages.groups
      .filter((group) => group.order !== COMPONENTS_GROUP)
      .map((group) => ({ index: group.order, label: group.message })),
    skinTones: {
      light: "light skin tone",
      "medium-light": "medium-light skin tone",
      medium: "medium skin tone",
      "medium-dark": "medium-dark skin tone",
      dark: "dark skin tone",
    },
  };
}

let loading: Promise<EmojiData> | undefined;

/** The bundled tables, loaded with the first picker. Nothing comes from the network but the console's own files. */
export function loadEmojiData(): Promise<EmojiData> {
  loading ??= Promise.all([
    import("emojibase-data/en/compact.json"),
    import("emojibase-data/en/messages.json"),
    import("emojibase-data/en/shortcodes/iamcal.json"),
  ])
    .then(([emojis, messages, shortcodes]) =>
      pickerData(
        emojis.default as readonly CompactEmoji[],
        messages.default as EmojiMessages,
        shortcodes.default as Shortcodes,
      ),
    )
    .catch((error: unknown) => {
      // A lost connection now must not mean no emoji until the next reload.
      loading = undefined;
      throw error;
    });
  return loading;
}
