import { ActionIcon, Popover } from "@mantine/core";
import { SmilePlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { keepEscape } from "../feedback/keep-escape.ts";
import { Emoji } from "../text/emoji-text.tsx";
import type { EmojiMemory } from "./emoji-memory.ts";
import { EmojiPicker } from "./emoji-picker.tsx";

export interface EmojiButtonProps {
  /** The emoji chosen so far; without one the button shows a smiley with a plus. */
  readonly value?: string | undefined;
  readonly memory: EmojiMemory;
  readonly onPick: (emoji: string) => void;
  readonly label?: string;
  readonly size?: number;
}

/** A button that opens the picker under itself and closes it with the pick. */
export function EmojiButton(props: EmojiButtonProps): ReactNode {
  const { value, memory, onPick, label = "Pick your emoji...", size = 34 } = props;
  const [isOpen, setIsOpen] = useState(false);
  const pick = (emoji: string): void => {
    setIsOpen(false);
    onPick(emoji);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon size={size} aria-label={label} onClick={() => setIsOpen((wasOpen) => !wasOpen)}>
          {value ? (
            <Emoji emoji={value} size={Math.round(size * 0.6)} />
          ) : (
            <SmilePlus size={Math.round(size * 0.55)} aria-hidden="true" />
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label} onFocusCapture={keepEscape}>
        <EmojiPicker memory={memory} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}
