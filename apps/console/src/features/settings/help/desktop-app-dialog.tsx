import { Alert, Button, Modal, Stack, Text } from "@mantine/core";
import { MonitorDown } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { HelpDialogProps } from "./help-dialog.ts";
import classes from "./help-dialogs.module.css";
import { Way } from "./install-way.tsx";

const WIDTH = 560;

export function DesktopAppDialog({ isOpen, onClose }: HelpDialogProps): ReactNode {
  const { install } = usePlatform().browser;
  const state = useStore(install.state);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Download the Desktop app" size={WIDTH}>
      <Stack gap="md">
        <Text>
          Offhook runs in a window of its own, with an icon in the task bar, and starts at once even without a
          network.
        </Text>
        {state === "installed" && (
          <Alert color="green" role="status">
            Offhook is installed on this computer. You find it among your apps.
          </Alert>
        )}
        {state === "offered" && (
          <Button
            w="fit-content"
            leftSection={<MonitorDown size={16} aria-hidden="true" />}
            onClick={() => void install.install()}
          >
            Install Offhook
          </Button>
        )}
        {state === "unavailable" && (
          <div className={classes.ways}>
            <Way title="Chrome and Edge">
              <li>Open the menu at the top right.</li>
              <li>
                Choose <strong>Install Offhook</strong>, in Chrome under <strong>Cast, save and share</strong>
                , in Edge under <strong>Apps</strong>.
              </li>
            </Way>
            <Way title="Safari on a Mac">
              <li>
                Open the <strong>File</strong> menu.
              </li>
              <li>
                Choose <strong>Add to Dock</strong>.
              </li>
            </Way>
          </div>
        )}
      </Stack>
    </Modal>
  );
}
