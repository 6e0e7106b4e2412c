import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { UnreadBadge } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { PhoneCall } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CallsMenu } from "../../../features/calls/active/calls-menu.tsx";
import { usePhoneState } from "../../../features/calls/index.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import classes from "./shell-menus.module.css";

/** Calls in progress, from any screen. */
export function ActiveCallsMenu(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  // Looked up when a call is opened: the menu itself stands anywhere.
  const router = useRouter({ warn: false });
  const count = usePhoneState(({ calls }) => calls.filter(({ phase }) => phase !== "ended").length);
  const isRinging = usePhoneState(({ calls }) =>
    calls.some(({ dir, phase }) => dir === "in" && phase === "ringing"),
  );
  const open = (id: string, incoming: boolean): void => {
    setIsOpen(false);
    router.history.push(paths.activeCall(id, { incoming }));
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Active calls" disabled={isOpen}>
          <ActionIcon
            size="lg"
            className={classes.trigger}
            data-tool="activeCalls"
            aria-label={count === 0 ? "Active calls" : `Active calls, ${count}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <PhoneCall size={18} aria-hidden="true" />
            {/* The count is part of the button's name. */}
            <span className={classes.badge} data-ringing={isRinging || undefined} aria-hidden="true">
              <UnreadBadge count={count} label="calls" />
            </span>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown data-shell-menu className={classes.dropdown} aria-label="Active calls">
        <CallsMenu onOpen={open} />
      </Popover.Dropdown>
    </Popover>
  );
}
