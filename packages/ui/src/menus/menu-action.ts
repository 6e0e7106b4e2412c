import type { LucideIcon } from "lucide-react";

export interface MenuAction {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly isDisabled?: boolean;
  readonly isDestructive?: boolean;
  readonly onSelect: () => void;
}

export interface ActionMenuProps {
  /** Names the button, and the menu after it. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly actions: readonly MenuAction[];
  /** Beside the pointer; the label itself when left out. */
  readonly title?: string;
  readonly width?: number;
}
