import { Popover } from "@mantine/core";
import { ListsInside } from "@offhook/ui";
import { Headphones } from "lucide-react";
import type { ReactNode } from "react";
import { AudioSection } from "../../../settings/devices/audio-section.tsx";
import { CallButton } from "../call-button.tsx";
import classes from "./call-controls.module.css";

/** Microphone and output of a running call: what is chosen sounds at once. */
export function CallDevices({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} position="top" width={360} trapFocus>
      <Popover.Target>
        <CallButton icon={Headphones} label="Devices" expands onClick={onClose} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Audio devices">
        <div className={classes.devices}>
          <ListsInside>
            <AudioSection />
          </ListsInside>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
