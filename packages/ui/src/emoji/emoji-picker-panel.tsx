import {
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Parts,
  useSkinTone,
} from "frimousse";
import { type ReactNode, useEffect, useState } from "react";
import { Emoji } from "../text/emoji-text.tsx";
import { loadEmojiData, plainEmoji } from "./emoji-data.ts";
import type { EmojiMemory } from "./emoji-memory.ts";
import classes from "./emoji-picker.module.css";

/** Shortcode "point_up". */
const DEFAULT_EMOJI = "☝️";
const COLUMNS = 9;

export interface EmojiPickerPanelProps {
  readonly memory: EmojiMemory;
  readonly onPick: (emoji: string) => void;
}

export function EmojiPickerPanel({ memory, onPick }: EmojiPickerPanelProps): ReactNode {
  const [skinTone] = useState(() => memory.skinTone());
  const pick = (emoji: string): void => {
    memory.remember(emoji);
    onPick(emoji);
  };
  return (
    <Parts.Root
      className={classes.root}
      columns={COLUMNS}
      skinTone={skinTone}
      resolveEmojiData={loadEmojiData}
      onEmojiSelect={({ emoji }) => pick(plainEmoji(emoji))}
    >
      <div className={classes.top}>
        <Parts.Search className={classes.search} placeholder="Search" aria-label="Search emoji" autoFocus />
        <SkinToneButton memory={memory} />
      </div>
      <Recents memory={memory} onPick={pick} />
      <Parts.Viewport className={classes.viewport} tabIndex={-1}>
        <Parts.Loading className={classes.note}>Loading…</Parts.Loading>
        <Parts.Empty className={classes.note}>{({ search }) => `No emoji for “${search}”`}</Parts.Empty>
        <Parts.List className={classes.list} components={{ CategoryHeader, Row, Emoji: EmojiCell }} />
      </Parts.Viewport>
      <Preview />
    </Parts.Root>
  );
}

function SkinToneButton({ memory }: { readonly memory: EmojiMemory }): ReactNode {
  const [skinTone] = useSkinTone();
  useEffect(() => memory.rememberSkinTone(skinTone), [memory, skinTone]);
  return <Parts.SkinToneSelector className={classes.tone} emoji="✋" title="Skin tone" />;
}

function Recents({ memory, onPick }: EmojiPickerPanelProps): ReactNode {
  const [recents] = useState(() => memory.recents().slice(0, COLUMNS));
  if (recents.length === 0) return null;
  return (
    <section className={classes.recents} aria-label="Recently used">
      {recents.map((emoji) => (
        <button key={emoji} type="button" className={classes.cell} onClick={() => onPick(emoji)}>
          <Emoji emoji={emoji} />
        </button>
      ))}
    </section>
  );
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps): ReactNode {
  return (
    <div {...props} className={classes.category}>
      {category.label}
    </div>
  );
}

// frimousse counts rows and columns from 0, ARIA from 1.
function oneBased<Name extends string>(
  name: Name,
  index: number | undefined,
): { readonly [Key in Name]?: number } {
  return index === undefined ? {} : ({ [name]: index + 1 } as { readonly [Key in Name]?: number });
}

function Row({ children, ...props }: EmojiPickerListRowProps): ReactNode {
  return (
    <div {...props} {...oneBased("aria-rowindex", props["aria-rowindex"])} className={classes.row}>
      {children}
    </div>
  );
}

function EmojiCell({ emoji, ...props }: EmojiPickerListEmojiProps): ReactNode {
  const column = oneBased("aria-colindex", props["aria-colindex"]);
  return (
    <button type="button" {...props} {...column} className={classes.cell}>
      <Emoji emoji={emoji.emoji} />
    </button>
  );
}

function Preview(): ReactNode {
  return (
    <div className={classes.preview} aria-hidden="true">
      <Parts.ActiveEmoji>
        {({ emoji }) => (
          <>
            <Emoji emoji={emoji?.emoji ?? DEFAULT_EMOJI} size={26} />
            <span className={classes.title}>{emoji?.label ?? "Pick your emoji..."}</span>
          </>
        )}
      </Parts.ActiveEmoji>
    </div>
  );
}
