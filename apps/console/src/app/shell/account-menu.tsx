import { Menu, Switch, Text } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { EmojiText } from "@offhook/ui/text";
import {
  ArrowLeftRight,
  BellOff,
  CheckCheck,
  Download,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  PhoneOff,
  Smartphone,
  SmilePlus,
  Sparkles,
  UserRoundPen,
} from "lucide-react";
import type { ReactNode } from "react";
import { useActivePhone, usePhoneLine } from "../../features/calls/index.ts";
import { useUnreadStore } from "../../features/messages/index.ts";
import { useSession, useUser } from "../../features/session/index.ts";
import {
  useChangeSettings,
  useHasNews,
  useOwnStatusState,
  useSettings,
} from "../../features/settings/index.ts";
import { failureText } from "../../platform/api-failure.ts";
import { AccountButton } from "./account-button.tsx";
import classes from "./account-menu.module.css";
import { HuntGroupMenu, QueueMenu } from "./availability-menu.tsx";
import { useOwnPresence } from "./own-presence.ts";
import type { ShellDialog } from "./shell-dialogs.tsx";

export interface AccountMenuProps {
  readonly onOpen: (dialog: ShellDialog) => void;
}

export function AccountMenu({ onOpen }: AccountMenuProps): ReactNode {
  const user = useUser();
  const { presence, text } = useOwnPresence();
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <Menu position="bottom-end" width={300} alignItemsLabels="none" withinPortal={false}>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.who} component="div">
          <Text fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {user.extension ? `Ext. ${user.extension} · ` : ""}
            <span data-presence={presence}>{text}</span>
          </Text>
        </Menu.Label>
        <ProfileItems onOpen={onOpen} />
        <Menu.Divider />
        <ReachabilityItems />
        <Menu.Divider />
        <MarkAllReadItem />
        <QueueMenu />
        <HuntGroupMenu />
        <Menu.Divider />
        <AboutItems onOpen={onOpen} />
        <Menu.Divider />
        <SignOutItem />
      </Menu.Dropdown>
    </Menu>
  );
}

const icon = (Icon: LucideIcon): ReactNode => <Icon size={16} aria-hidden="true" />;

function ProfileItems({ onOpen }: AccountMenuProps): ReactNode {
  const status = useOwnStatusState((state) => state.active);
  return (
    <>
      <Menu.Item leftSection={icon(UserRoundPen)} onClick={() => onOpen("profile")}>
        Edit Profile
      </Menu.Item>
      <Menu.Item
        leftSection={status ? <EmojiText text={status.emoji} size={16} /> : icon(SmilePlus)}
        onClick={() => onOpen("status")}
      >
        {status ? status.name : "Set a status"}
      </Menu.Item>
      <Menu.Item leftSection={icon(ArrowLeftRight)} onClick={() => onOpen("accounts")}>
        Switch accounts
      </Menu.Item>
    </>
  );
}

function ReachabilityItems(): ReactNode {
  const line = usePhoneLine();
  const isDndOn = useActivePhone()?.dnd === "1";
  const areCallsDisabled = useSettings((settings) => settings.disableCalls);
  const change = useChangeSettings();
  const snackbar = useSnackbar();
  const setDnd = (isOn: boolean): void => {
    line.setDnd(isOn).catch((failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }));
  };
  return (
    <>
      <SwitchItem
        icon={PhoneOff}
        label="Disable incoming calls"
        isOn={areCallsDisabled}
        onToggle={(isOn) => change({ disableCalls: isOn })}
      />
      <SwitchItem icon={BellOff} label="Do not disturb" isOn={isDndOn} onToggle={setDnd} />
    </>
  );
}

interface SwitchItemProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function SwitchItem({ icon: Icon, label, isOn, onToggle }: SwitchItemProps): ReactNode {
  return (
    <Menu.CheckboxItem
      checked={isOn}
      onChange={onToggle}
      classNames={{ itemIndicator: classes.noIndicator, itemLabel: classes.iconAndWords }}
      // The switch only shows the state; the whole row is what is pressed.
      rightSection={<Switch size="xs" checked={isOn} readOnly tabIndex={-1} aria-hidden="true" inert />}
    >
      {icon(Icon)}
      {label}
    </Menu.CheckboxItem>
  );
}

function MarkAllReadItem(): ReactNode {
  const unread = useUnreadStore();
  const snackbar = useSnackbar();
  const markAll = async (): Promise<void> => {
    try {
      await unread.markAllRead();
      snackbar.show("All messages marked as read successfully", { tone: "success" });
    } catch {
      snackbar.show("Something went wrong. Try again later", { tone: "error" });
    }
  };
  return (
    <Menu.Item leftSection={icon(CheckCheck)} onClick={() => void markAll()}>
      Mark all notifications as read
    </Menu.Item>
  );
}

function AboutItems({ onOpen }: AccountMenuProps): ReactNode {
  const hasNews = useHasNews();
  return (
    <>
      <Menu.Item
        leftSection={icon(Sparkles)}
        rightSection={hasNews && <span className={classes.news} role="img" aria-label="New" />}
        onClick={() => onOpen("whatsNew")}
      >
        What's new
      </Menu.Item>
      <Menu.Item leftSection={icon(Smartphone)} onClick={() => onOpen("mobileApps")}>
        Download the Mobile apps
      </Menu.Item>
      <Menu.Item leftSection={icon(Download)} onClick={() => onOpen("desktopApp")}>
        Download the Desktop app
      </Menu.Item>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={icon(LifeBuoy)}>Help & Support</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          <Menu.Item onClick={() => onOpen("reportIssue")}>Report issue</Menu.Item>
          <Menu.Item onClick={() => onOpen("shareIdea")}>Share idea</Menu.Item>
          <Menu.Item onClick={() => onOpen("support")}>Get support</Menu.Item>
        </Menu.Sub.Dropdown>
      </Menu.Sub>
    </>
  );
}

function SignOutItem(): ReactNode {
  const session = useSession();
  return (
    <Menu.Item leftSection={icon(LogOut)} onClick={() => void session.signOut()}>
      Sign out
    </Menu.Item>
  );
}
