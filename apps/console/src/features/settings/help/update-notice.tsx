import { Button, Dialog, Group, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";

/** Beside the page, not over it: a new version is no reason to take a keyboard away from someone who types. */
export function UpdateNotice(): ReactNode {
  const { updates } = usePlatform().browser;
  const stage = useStore(updates.state);
  const titleId = useId();
  return (
    <Dialog
      opened={stage !== "current"}
      position={{ top: 64, right: 16 }}
      size={320}
      radius="md"
      role="status"
      aria-labelledby={titleId}
    >
      <Text fw={600} id={titleId}>
        New update available
      </Text>
      <Text size="sm" c="dimmed" mt={4}>
        Restart the console to use the new version.
      </Text>
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" size="xs" disabled={stage === "restarting"} onClick={() => updates.later()}>
          Later
        </Button>
        <Button size="xs" loading={stage === "restarting"} onClick={() => updates.restart()}>
          Restart
        </Button>
      </Group>
    </Dialog>
  );
}
