import { SEARCH_COUNTED, type SearchCategory } from "@offhook/contract";
import {
  CATEGORY_VIEWS,
  countText,
  type Found,
  type FoundItem,
  type KnownSection,
} from "../../../features/search/index.ts";
import type { Command } from "./command.ts";

export type PaletteRow =
  | { readonly kind: "command"; readonly id: string; readonly command: Command }
  /** To the page with all that was found. */
  | { readonly kind: "all"; readonly id: string }
  | { readonly kind: "found"; readonly id: string; readonly item: FoundItem }
  | {
      readonly kind: "more";
      readonly id: string;
      readonly category: SearchCategory;
      readonly title: string;
    };

/** Rows under one heading. */
export interface PaletteBlock {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly PaletteRow[];
  /** Commands do something; results are something. */
  readonly isResults: boolean;
  /** Said in place of rows. */
  readonly note?: string;
}

/** Of a kind, in the box; the page has all. */
export const SHOWN_OF_A_KIND = 4;

export interface PaletteContent {
  readonly typed: string;
  readonly commands: readonly Command[];
  readonly known: readonly KnownSection[];
  /** What the service found for what is typed, once it has. */
  readonly page: Found["page"];
  readonly categories: readonly SearchCategory[];
}

/** Pure. Everything in one list. What comes later stands below all that was there before, so that no row moves. */
export function paletteBlocks(content: PaletteContent): readonly PaletteBlock[] {
  const { typed, commands, known } = content;
  if (typed.trim() === "") return commandBlocks(commands);
  const all: PaletteBlock = {
    id: "all",
    title: "Search",
    rows: [{ kind: "all", id: "all" }],
    isResults: false,
  };
  return [
    ...commandBlocks(commands),
    all,
    ...known.map(({ category, items }) => ({
      id: `known ${category}`,
      title: CATEGORY_VIEWS[category].title,
      rows: items.map(foundRow),
      isResults: true,
    })),
    ...foundBlocks(content),
  ];
}

/** Neighbors of one group stand under one heading; the order is that of the list. */
function commandBlocks(commands: readonly Command[]): readonly PaletteBlock[] {
  const blocks: { id: string; title: string; rows: PaletteRow[]; isResults: boolean }[] = [];
  for (const command of commands) {
    const row: PaletteRow = { kind: "command", id: command.id, command };
    const last = blocks.at(-1);
    if (last?.title === command.group) last.rows.push(row);
    else blocks.push({ id: `commands ${command.id}`, title: command.group, rows: [row], isResults: false });
  }
  return blocks;
}

const foundRow = (item: FoundItem): PaletteRow => ({ kind: "found", id: item.key, item });

function foundBlocks({ known, page, categories }: PaletteContent): readonly PaletteBlock[] {
  if (!page) return [];
  const shown = new Set(known.flatMap(({ items }) => items.map(({ key }) => key)));
  return categories.flatMap((category): readonly PaletteBlock[] => {
    const { title } = CATEGORY_VIEWS[category];
    const block = { id: `found ${category}`, isResults: true };
    if (page.failed.includes(category)) {
      return [{ ...block, title, rows: [], note: "Search failed. Try again later" }];
    }
    const isKnown = known.some((section) => section.category === category);
    const found = page.items[category].filter(({ key }) => !shown.has(key));
    const total = page.totals[category] ?? page.items[category].length;
    const rows = found.slice(0, SHOWN_OF_A_KIND).map(foundRow);
    const hasMore = found.length > rows.length || page.more.includes(category);
    if (rows.length === 0) return [];
    const count = countText(total, SEARCH_COUNTED);
    const more: PaletteRow = {
      kind: "more",
      id: `more ${category}`,
      category,
      title: `All ${count} ${title.toLowerCase()}`,
    };
    return [
      {
        ...block,
        title: `${isKnown ? `More ${title.toLowerCase()}` : title} · ${count}`,
        rows: hasMore ? [...rows, more] : rows,
      },
    ];
  });
}
