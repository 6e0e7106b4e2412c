import { ActionIcon, Indicator, Popover, Tooltip } from "@mantine/core";
import { PhoneCall } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./top-bar.module.css";
import { type TopBarMenuProps, useMenuOpening } from "./top-bar-menu.ts";

/** Calls in progress, from any screen. */
export function ActiveCallsMenu({ isWanted }: TopBarMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useMenuOpening(isWanted);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={300}>
      <Popover.Target>
        <Tooltip label="Active calls" disabled={isOpen}>
          <Indicator disabled>
            <ActionIcon
              size="lg"
              data-tool="activeCalls"
              aria-label="Active calls"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <PhoneCall size={18} aria-hidden="true" />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.empty}>No calls right now.</p>
      </Popover.Dropdown>
    </Popover>
  );
}
