import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { ListsInside } from "@offhook/ui";
import { Headphones } from "lucide-react";
import { type ReactNode, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import classes from "./shell-menus.module.css";

const AudioSection = latePart(
  () => import("../../../features/settings/devices/audio-section.tsx"),
  "AudioSection",
  <div className={classes.waiting} />,
);

/** Microphone, output and second ringer, from any screen. What is in it listens and sounds only while it is open. */
export function AudioMenu(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Audio devices" disabled={isOpen}>
          <ActionIcon
            size="lg"
            data-tool="audio"
            className={classes.trigger}
            aria-label="Audio devices"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Headphones size={18} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown data-shell-menu p={0} className={classes.dropdown} aria-label="Audio devices">
        <div className={classes.audio}>
          <ListsInside>
            <AudioSection />
          </ListsInside>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
