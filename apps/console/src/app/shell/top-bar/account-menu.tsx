import { Menu, Switch, Text } from "@mantine/core";
import { hasScope } from "@offhook/contract";
import { UnreadBadge, useSnackbar } from "@offhook/ui";
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
  ShieldAlert,
  Smartphone,
  SmilePlus,
  Sparkles,
  UserRoundPen,
} from "lucide-react";
import type { ReactNode } from "react";
import { useAlertState } from "../../../features/alerts/index.ts";
import { useActivePhone, usePhoneLine } from "../../../features/lines/index.ts";
import { useRingLight } from "../../../features/ring/index.ts";
import { useSession, useUser } from "../../../features/session/index.ts";
import {
  useChangeSettings,
  useHasNews,
  useOwnStatusState,
  useSettings,
} from "../../../features/settings/index.ts";
import { useUnreadStore } from "../../../features/unread/index.ts";
import { failureText } from "../../../platform/api/api-failure.ts";
import type { ShellDialog } from "../shell-dialogs.tsx";
import { useMayLeave } from "../use-may-leave.ts";
import { AccountButton } from "./account-button.tsx";
import classes from "./account-menu.module.css";
import { HuntGroupMenu, QueueMenu } from "./availability-menu.tsx";
import { useOwnPresence } from "./own-presence.ts";

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
      <Menu.Dropdown data-shell-menu>
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
        {user.features.calls && (
          <>
            <RingItem onOpen={onOpen} />
            <ReachabilityItems />
            <Menu.Divider />
          </>
        )}
        <AlertsItem onOpen={onOpen} />
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

/** The light: whether a call would ring here, and what is in its way. */
function RingItem({ onOpen }: AccountMenuProps): ReactNode {
  const { tone, text } = useRingLight();
  return (
    <Menu.Item
      leftSection={<span className={classes.light} data-tone={tone} />}
      onClick={() => onOpen("ring")}
    >
      Will I ring?
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Menu.Item>
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

/** For administrators: what they were told of. */
function AlertsItem({ onOpen }: AccountMenuProps): ReactNode {
  const isAdministrator = hasScope(useUser().scope, "administration");
  const open = useAlertState(({ alerts }) => alerts.filter((alert) => alert.dismissed_at === null).length);
  if (!isAdministrator) return null;
  return (
    <Menu.Item
      leftSection={icon(ShieldAlert)}
      rightSection={open > 0 && <UnreadBadge count={open} label="open" />}
      onClick={() => onOpen("alerts")}
    >
      Alerts
    </Menu.Item>
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
  const mayLeave = useMayLeave();
  const signOut = async (): Promise<void> => {
    if (await mayLeave("signOut")) await session.signOut();
  };
  return (
    <Menu.Item leftSection={icon(LogOut)} onClick={() => void signOut()}>
      Sign out
    </Menu.Item>
  );
}
