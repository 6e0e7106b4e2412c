/** The two key layouts that settings know; every system that is not Apple's counts as Windows. */
export type ShortcutPlatform = "windows" | "macOS";

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const MODIFIER_KEYS = new Set(["Control", "Alt", "AltGraph", "Shift", "Meta", "OS"]);

const NAMES: Readonly<Record<string, string>> = {
  " ": "Space",
  "+": "Plus",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
};

function keyName({ key, code }: KeyPress): string {
  // With Alt or Option held the letter typed is another one ("Alt+H" types "˙"): the physical key is meant.
  const physical = /^(?:Key([A-Z])|Digit([0-9]))$/u.exec(code);
  if (physical) return physical[1] ?? physical[2] ?? "";
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** "Ctrl+Shift+A", as settings keep it. Undefined while only modifiers are down. */
export function shortcutOf(press: KeyPress): string | undefined {
  if (MODIFIER_KEYS.has(press.key)) return undefined;
  const modifiers = [
    press.ctrlKey && "Ctrl",
    press.altKey && "Alt",
    press.shiftKey && "Shift",
    press.metaKey && "Meta",
  ];
  return [...modifiers.filter((name) => name !== false), keyName(press)].join("+");
}

const SYMBOLS: Readonly<Record<ShortcutPlatform, Readonly<Record<string, string>>>> = {
  macOS: { Ctrl: "⌃", Alt: "⌥", Shift: "⇧", Meta: "⌘", Mod: "⌘", Enter: "⏎", Backspace: "⌫" },
  windows: { Meta: "Win", Mod: "Ctrl" },
};

const ARROWS: Readonly<Record<string, string>> = { Up: "↑", Down: "↓", Left: "←", Right: "→", Plus: "+" };

const MAC_WORDS: Readonly<Record<string, string>> = { Meta: "Command", Mod: "Command", Alt: "Option" };
const WINDOWS_WORDS: Readonly<Record<string, string>> = { Meta: "Windows", Mod: "Ctrl" };

export interface KeyCap {
  /** What the cap shows: "⌘". */
  readonly sign: string;
  /** What it is called: "Command". */
  readonly word: string;
}

/** The key caps of a shortcut; `Mod` is Ctrl on Windows and Command on a Mac. */
export function shortcutKeys(shortcut: string, platform: ShortcutPlatform): readonly KeyCap[] {
  if (shortcut === "") return [];
  const words = platform === "macOS" ? MAC_WORDS : WINDOWS_WORDS;
  return shortcut.split("+").map((name) => ({
    sign: SYMBOLS[platform][name] ?? ARROWS[name] ?? name,
    word: words[name] ?? name,
  }));
}
