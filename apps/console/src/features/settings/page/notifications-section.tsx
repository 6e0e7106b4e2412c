import { Button } from "@mantine/core";
import type { TeamsNotification } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import type { NotificationPermissionState } from "../../../platform/web-notifications.ts";
import { useNotifications } from "../notifications-context.ts";
import { useChangeSettings, useSettings } from "../settings-context.ts";
import { SelectSetting, SwitchSetting } from "./setting-controls.tsx";

const CHAT_MODES: readonly { readonly value: TeamsNotification; readonly label: string }[] = [
  { value: "disabled", label: "Nothing" },
  { value: "allMsgs", label: "All messages" },
  { value: "diretOrMention", label: "Direct messages and mentions" },
  { value: "mentions", label: "Mentions" },
  { value: "directMentions", label: "Mentions of me by name" },
];

export function NotificationsSection(): ReactNode {
  const settings = useSettings((all) => all);
  const change = useChangeSettings();
  return (
    <>
      <WebNotificationsSetting />
      <SwitchSetting
        label="Notifications of the desktop app"
        description="For the installed app; the browser has its own switch above."
        isOn={settings.desktopAppNotifications}
        onChange={(desktopAppNotifications) => change({ desktopAppNotifications })}
      />
      <SelectSetting
        label="Notify me in chat about"
        keywords="teams messages mentions"
        value={settings.teamsNotification}
        options={CHAT_MODES}
        onChange={(teamsNotification) => change({ teamsNotification })}
      />
      <SwitchSetting
        label="Tasks assigned to me"
        description="When someone else gives you a task."
        isOn={settings.taskNotifications}
        onChange={(taskNotifications) => change({ taskNotifications })}
      />
    </>
  );
}

const EXPLANATIONS: Readonly<Record<NotificationPermissionState, string>> = {
  granted: "Calls and messages show up while you work in another window.",
  default: "The browser will ask you once whether it may show them.",
  denied: "The browser blocks them. Allow notifications for this site in its settings, then come back.",
  unsupported: "This browser cannot show notifications.",
};

function WebNotificationsSetting(): ReactNode {
  const notifications = useNotifications();
  const isOn = useSettings((settings) => settings.webAppNotifications);
  const change = useChangeSettings();
  const snackbar = useSnackbar();
  const [permission, setPermission] = useState(notifications.permission);

  const toggle = async (wantsOn: boolean): Promise<void> => {
    change({ webAppNotifications: wantsOn });
    if (wantsOn && permission === "default") setPermission(await notifications.request());
  };
  const test = async (): Promise<void> => {
    const granted = permission === "default" ? await notifications.request() : notifications.permission;
    setPermission(granted);
    const isShown = notifications.show({
      title: "Offhook",
      body: "Notifications work.",
      path: "/settings",
      tag: "test",
    });
    if (!isShown) snackbar.show(EXPLANATIONS[granted], { tone: "error" });
  };
  return (
    <SwitchSetting
      label="Notifications in the browser"
      description={EXPLANATIONS[permission]}
      keywords="web permission"
      isOn={isOn}
      onChange={(wantsOn) => void toggle(wantsOn)}
      aside={
        <Button
          variant="default"
          size="xs"
          disabled={!isOn || permission === "unsupported"}
          onClick={() => void test()}
        >
          Test notification
        </Button>
      }
    />
  );
}
