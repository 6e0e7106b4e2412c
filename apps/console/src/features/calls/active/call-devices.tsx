import { type MantineThemeOverride, MantineThemeProvider, Popover } from "@mantine/core";
import { Headphones } from "lucide-react";
import type { ReactNode } from "react";
import { AudioSection } from "../../settings/devices/audio-section.tsx";
import { CallButton } from "./call-button.tsx";
import classes from "./call-controls.module.css";

/** A list outside the popover would be "elsewhere": choosing from it would close both. */
const listsInside: MantineThemeOverride = {
  components: {
    Select: { defaultProps: { comboboxProps: { withinPortal: false, floatingStrategy: "fixed" } } },
  },
};

/** Microphone and output of a running call: what is chosen sounds at once. */
export function CallDevices({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} position="top" width={360} trapFocus>
      <Popover.Target>
        <CallButton icon={Headphones} label="Devices" expands onClick={onClose} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Devices of this call">
        <div className={classes.devices}>
          <MantineThemeProvider theme={listsInside} inherit>
            <AudioSection />
          </MantineThemeProvider>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
