import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode, RefObject } from "react";
import type { ActionMenuProps } from "./menu-action.ts";

export interface OpenedActionMenuProps extends ActionMenuProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
}

/** The menu itself, once someone has asked for it. */
export function OpenedActionMenu(props: OpenedActionMenuProps): ReactNode {
  const { label, icon: Icon, title = label, actions, width = 220, buttonRef } = props;
  const first = actions.find(({ isDisabled }) => !isDisabled);
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon ref={buttonRef} aria-label={label} title={title}>
          <Icon size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            disabled={action.isDisabled ?? false}
            // By itself the focus would try a disabled item and stay outside, where Escape is not heard.
            data-autofocus={action === first || undefined}
            onClick={() => {
              // A dialog that opens now gives the focus back to what has it, and the item will be gone by then.
              buttonRef.current?.focus();
              action.onSelect();
            }}
            {...(action.isDestructive ? { color: "red" } : {})}
            {...(action.icon ? { leftSection: <action.icon size={16} aria-hidden="true" /> } : {})}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
