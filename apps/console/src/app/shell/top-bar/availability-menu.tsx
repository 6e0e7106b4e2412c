import { Loader, Menu, Text } from "@mantine/core";
import { RowBoundary, useLoadingShown, useSnackbar } from "@offhook/ui";
import { Check, ListTree, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { useAvailability, useAvailabilityState, useQueueSwitch } from "../../../features/queues/index.ts";
import classes from "./account-menu.module.css";

/** 'Manage queue availability', with a checkable entry for each queue of the active line. */
export function QueueMenu(): ReactNode {
  const queues = useAvailabilityState((state) => state.queues);
  const toggle = useQueueSwitch();
  return (
    <Submenu icon={<ListTree size={16} />} label="Manage queue availability" empty="You are in no queue.">
      {queues.map((queue, index) => (
        <RowBoundary key={queue.id ?? `place-${index}`} item={queue}>
          <ToggleItem
            label={queue.name}
            detail={queue.extension}
            isOn={queue.available === "1"}
            onToggle={(isOn) => toggle(queue, isOn)}
          />
        </RowBoundary>
      ))}
    </Submenu>
  );
}

export function HuntGroupMenu(): ReactNode {
  const availability = useAvailability();
  const huntGroups = useAvailabilityState((state) => state.huntGroups);
  const snackbar = useSnackbar();
  const toggle = async (hid: number, isOn: boolean): Promise<void> => {
    try {
      await availability.setHuntGroupLine(hid, isOn);
      snackbar.show("Hunt Group Availability changed successfully", { tone: "success" });
    } catch {
      snackbar.show("Failed to change Hunt Group Availability", { tone: "error" });
    }
  };
  const ownLines = huntGroups.flatMap((group) =>
    group.lines.filter((line) => line.owned).map((line) => ({ group, line })),
  );
  return (
    <Submenu
      icon={<UsersRound size={16} />}
      label="Manage hunt groups availability"
      empty="You are in no hunt group."
    >
      {ownLines.map(({ group, line }, index) => (
        <RowBoundary key={line.id ?? `place-${index}`} item={line}>
          <ToggleItem
            label={group.name}
            detail={`${line.dnumber}, level ${line.level}`}
            isOn={line.available === "1"}
            onToggle={(isOn) => void toggle(line.id, isOn)}
          />
        </RowBoundary>
      ))}
    </Submenu>
  );
}

interface SubmenuProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function Submenu({ icon, label, empty, children }: SubmenuProps): ReactNode {
  const status = useAvailabilityState((state) => state.status);
  const availability = useAvailability();
  const isLoading = useLoadingShown(status === "loading");
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={icon}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {isLoading && <Loader size="xs" m="sm" role="status" aria-label="Loading" />}
        {status === "failed" && (
          <Menu.Item closeMenuOnClick={false} onClick={() => void availability.load().catch(() => {})}>
            Could not be loaded. Try again
          </Menu.Item>
        )}
        {!isLoading && status === "ready" && children.length === 0 && <Menu.Label>{empty}</Menu.Label>}
        {!isLoading && children}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

interface ToggleItemProps {
  readonly label: string;
  readonly detail: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function ToggleItem({ label, detail, isOn, onToggle }: ToggleItemProps): ReactNode {
  return (
    <Menu.CheckboxItem
      checked={isOn}
      onChange={onToggle}
      classNames={{ itemIndicator: classes.noIndicator, itemLabel: classes.iconAndWords }}
    >
      <Check size={16} visibility={isOn ? "visible" : "hidden"} aria-hidden="true" />
      {label}
      <Text span c="dimmed" size="xs">
        {detail}
      </Text>
    </Menu.CheckboxItem>
  );
}
