import { Menu } from "@mantine/core";
import type { SmsMessage } from "@offhook/contract";
import { Copy, MailOpen, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./message-menu.module.css";

/** What can be done with a message of the thread. The same object for all, so that rows are drawn once. */
export interface MessageActions {
  readonly retry: (id: string) => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly markUnread: (id: string) => void;
  readonly copy: (text: string) => void;
  readonly call: (number: string) => void;
}

export interface MessageMenuProps {
  readonly message: SmsMessage;
  readonly ids: readonly string[];
  readonly actions: MessageActions;
}

/** A plain button until it is pressed: hundreds of menus would be slow to draw. */
export function MessageMenu(props: MessageMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const target = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      data-open={isOpen || undefined}
      aria-label="More for this message"
      aria-haspopup="menu"
      onClick={() => setIsOpen(!isOpen)}
    />
  );
  return isOpen ? (
    <Opened {...props} onClose={() => setIsOpen(false)}>
      {target}
    </Opened>
  ) : (
    target
  );
}

interface OpenedProps extends MessageMenuProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Opened({ message, ids, actions, onClose, children }: OpenedProps): ReactNode {
  return (
    <Menu opened onClose={onClose} position="bottom" withInitialFocusPlaceholder={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown aria-label="More for this message">
        {message.text !== "" && (
          <Menu.Item
            leftSection={<Copy size={16} aria-hidden="true" />}
            onClick={() => actions.copy(message.text)}
          >
            Copy text
          </Menu.Item>
        )}
        {message.direction === "in" && message.kind === "text" && (
          <Menu.Item
            leftSection={<MailOpen size={16} aria-hidden="true" />}
            onClick={() => actions.markUnread(message.id)}
          >
            Mark unread from here
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => actions.remove(ids)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
