import { ActionIcon, type MantineThemeOverride, MantineThemeProvider, Popover, Tooltip } from "@mantine/core";
import { Headphones } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../lazy-page.ts";
import classes from "./shell-menus.module.css";

const AudioSection = lazyPart(
  () => import("../../features/settings/devices/audio-section.tsx"),
  "AudioSection",
);

/** A list outside the popover would be "elsewhere": choosing from it would close both. */
const listsInside: MantineThemeOverride = {
  components: {
    Select: { defaultProps: { comboboxProps: { withinPortal: false, floatingStrategy: "fixed" } } },
  },
};

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
      <Popover.Dropdown p={0} className={classes.dropdown} aria-label="Audio devices">
        <div className={classes.audio}>
          <MantineThemeProvider theme={listsInside} inherit>
            <Suspense fallback={<div className={classes.waiting} />}>
              <AudioSection />
            </Suspense>
          </MantineThemeProvider>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
