import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessibleInBothSchemes, renderThemed } from "../testing/render-themed.tsx";
import { EmojiButton } from "./emoji-button.tsx";
import { loadEmojiData, plainEmoji } from "./emoji-data.ts";
import { createEmojiMemory, type EmojiMemory, withRecent } from "./emoji-memory.ts";
import { EmojiPicker } from "./emoji-picker.tsx";

function memoryOf(initial: Record<string, string> = {}): EmojiMemory {
  const all = new Map(Object.entries(initial));
  return createEmojiMemory({
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
  });
}

const search = () => page.getByRole("searchbox", { name: "Search emoji" });
const firstEmoji = () => page.getByRole("gridcell").first();

test("the tables hold every group, in order, with tones and shortcodes", async () => {
  const data = await loadEmojiData();
  expect(data.categories.map((category) => category.label)).toEqual([
    "smileys & emotion",
    "people & body",
    "animals & nature",
    "food & drink",
    "travel & places",
    "activities",
    "objects",
    "symbols",
    "flags",
  ]);
  expect(data.emojis.length).toBeGreaterThan(1800);
  expect(data.emojis[0]?.emoji).toBe("😀");
  const thumb = data.emojis.find((each) => each.label === "thumbs up");
  expect(thumb?.emoji).toHaveLength(2);
  expect(thumb?.skins).toEqual({
    light: "👍🏻",
    "medium-light": "👍🏼",
    medium: "👍🏽",
    "medium-dark": "👍🏾",
    dark: "👍🏿",
  });
  expect(data.emojis.find((each) => each.aliases?.includes("point_up"))?.emoji).toBe("☝️");
  expect(data.emojis.filter((each) => each.skins).length).toBeGreaterThan(300);
});

test.each([
  ["👍️", "👍"],
  ["☝️", "☝️"],
  ["❤️", "❤️"],
  ["👩️‍❤️‍👨", "👩‍❤️‍👨"],
])("%s is kept as %s", (given, kept) => {
  expect(plainEmoji(given)).toBe(kept);
});

test("recents are the newest first, each once, sixteen at most", () => {
  expect(withRecent(["a", "b"], "b")).toEqual(["b", "a"]);
  expect(
    withRecent(
      Array.from({ length: 16 }, (_, index) => String(index)),
      "new",
    ),
  ).toHaveLength(16);
});

test.each(["null", "{", '{"a":1}', "[1,null]"])("a memory that holds %s is an empty one", (held) => {
  const memory = memoryOf({ emojiRecents: held, emojiSkinTone: held });
  expect(memory.recents()).toEqual([]);
  expect(memory.skinTone()).toBe("none");
});

test("is 350 px wide, titled, and shows point_up until one is active", async () => {
  const screen = await renderThemed(<EmojiPicker memory={memoryOf()} onPick={() => {}} />);
  await expect.element(search()).toHaveFocus();
  await expect.element(page.getByText("Pick your emoji...")).toBeVisible();
  await expect.element(page.getByText("☝️")).toBeVisible();
  expect(screen.container.querySelector("[frimousse-root]")?.getBoundingClientRect().width).toBe(350);
});

test("a search and Enter pick the first hit", async () => {
  const onPick = vi.fn();
  const memory = memoryOf();
  await renderThemed(<EmojiPicker memory={memory} onPick={onPick} />);
  await expect.element(firstEmoji()).toBeVisible();
  await userEvent.type(search(), "thumbs up");
  await expect.element(firstEmoji()).toHaveTextContent("👍");
  await userEvent.keyboard("{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith("👍");
  expect(memory.recents()).toEqual(["👍"]);
});

test("arrows move through the grid and name what they stand on", async () => {
  const onPick = vi.fn();
  await renderThemed(<EmojiPicker memory={memoryOf()} onPick={onPick} />);
  await expect.element(firstEmoji()).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}");
  await expect.element(page.getByText("Pick your emoji...")).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith("😃");
});

test("says so when nothing is found", async () => {
  await renderThemed(<EmojiPicker memory={memoryOf()} onPick={() => {}} />);
  await expect.element(firstEmoji()).toBeVisible();
  await userEvent.type(search(), "zzzz");
  await expect.element(page.getByText("No emoji for “zzzz”")).toBeVisible();
});

test("recently used ones stand on top", async () => {
  const onPick = vi.fn();
  await renderThemed(<EmojiPicker memory={memoryOf({ emojiRecents: '["🏝️","👍"]' })} onPick={onPick} />);
  const recents = page.getByRole("region", { name: "Recently used" });
  await recents.getByRole("button", { name: "🏝️" }).click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith("🏝️");
});

test("a skin tone holds for this pick and the next opening", async () => {
  const onPick = vi.fn();
  const memory = memoryOf();
  const screen = await renderThemed(<EmojiPicker memory={memory} onPick={onPick} />);
  await expect.element(firstEmoji()).toBeVisible();
  await page.getByTitle("Skin tone").click();
  await userEvent.type(search(), "waving hand");
  await expect.element(firstEmoji()).toHaveTextContent("👋🏻");
  await firstEmoji().click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith("👋🏻");
  expect(memory.skinTone()).toBe("light");
  await screen.unmount();
  await renderThemed(<EmojiPicker memory={memory} onPick={onPick} />);
  await userEvent.type(search(), "waving hand");
  await expect.element(firstEmoji()).toHaveTextContent("👋🏻");
});

test("asks nothing of the network but the page's own origin", async () => {
  await renderThemed(<EmojiPicker memory={memoryOf()} onPick={() => {}} />);
  await expect.element(firstEmoji()).toBeVisible();
  const foreign = performance.getEntriesByType("resource").filter((entry) => {
    const { protocol, origin } = new URL(entry.name, location.href);
    return protocol.startsWith("http") && origin !== location.origin;
  });
  expect(foreign.map((entry) => entry.name)).toEqual([]);
});

test("the button opens the picker, closes it with a pick and takes the focus back", async () => {
  const onPick = vi.fn();
  await renderThemed(<EmojiButton value="💬" memory={memoryOf()} onPick={onPick} label="Status emoji" />);
  const button = page.getByRole("button", { name: "Status emoji" });
  await button.click();
  await userEvent.type(search(), "palm tree");
  await expect.element(firstEmoji()).toHaveTextContent("🌴");
  await userEvent.keyboard("{Enter}");
  expect(onPick).toHaveBeenCalledExactlyOnceWith("🌴");
  await expect.element(search()).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test("Escape closes the button's picker", async () => {
  await renderThemed(<EmojiButton memory={memoryOf()} onPick={() => {}} />);
  await page.getByRole("button", { name: "Pick your emoji..." }).click();
  await expect.element(firstEmoji()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(search()).not.toBeInTheDocument();
});

test("passes axe", async () => {
  const memory = memoryOf({ emojiRecents: '["👍"]' });
  await expectAccessibleInBothSchemes(<EmojiPicker memory={memory} onPick={() => {}} />, async () => {
    await expect.element(firstEmoji()).toBeVisible();
  });
});
