import { ActionIcon } from "@mantine/core";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { ActionMenuProps } from "./menu-action.ts";
import type { OpenedActionMenuProps } from "./opened-action-menu.tsx";

const load = (): Promise<{ readonly OpenedActionMenu: ComponentType<OpenedActionMenuProps> }> =>
  import("./opened-action-menu.tsx");
// A menu that cannot be loaded ahead is loaded when it is pressed.
const loadAhead = (): void => void load().catch(() => {});

/**
 * A button with a short menu behind it. Menus and what places them on the screen are loaded when the pointer or the
 * focus comes near the first of them: no page has to carry them to be shown.
 */
export function ActionMenu(props: ActionMenuProps): ReactNode {
  const { label, icon: Icon, title = label } = props;
  const [Opened, setOpened] = useState<ComponentType<OpenedActionMenuProps>>();
  const button = useRef<HTMLButtonElement>(null);

  // The menu's own button takes the place of this one: what was meant for the one reaches the other.
  useEffect(() => {
    if (!Opened) return;
    button.current?.focus();
    button.current?.click();
  }, [Opened]);

  if (Opened) return <Opened {...props} buttonRef={button} />;
  const open = async (): Promise<void> => {
    const { OpenedActionMenu } = await load();
    setOpened(() => OpenedActionMenu);
  };
  return (
    <ActionIcon
      ref={button}
      aria-label={label}
      title={title}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => void open()}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  );
}
