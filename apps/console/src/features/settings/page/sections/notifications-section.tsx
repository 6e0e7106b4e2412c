import { Button } from "@mantine/core";
import type { TeamsNotification } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import type { NotificationPermissionState } from "../../../../platform/notifications/web-notifications.ts";
import { WebPush, type WebPushState } from "../../../../platform/notifications/web-push.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { useNotifications } from "../../notifications-context.ts";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { SelectSetting, SwitchSetting } from "../setting-controls.tsx";

const CHAT_MODES: readonly { readonly value: TeamsNotification; readonly label: string }[] = [
  { value: "disabled", label: "Nothing" },
  { value: "allMsgs", label: "All messages" },
  { value: "diretOrMention", label: "Direct messages and mentions" },
  { value: "mentions", label: "Mentions" },
  { value: "directMentions", label: "Mentions of my name" },
];

export function NotificationsSection(): ReactNode {
  const settings = useSettings((all) => all);
  const change = useChangeSettings();
  return (
    <>
      <WebNotificationsSetting />
      <ClosedConsoleSetting />
      <SwitchSetting
        label="Notifications of the desktop app"
        description="For the installed app; the browser has its own switch above."
        isOn={settings.desktopAppNotifications}
        onChange={(desktopAppNotifications) => change({ desktopAppNotifications })}
      />
      <SelectSetting
        label="Chat notifications"
        keywords="teams messages mentions"
        value={settings.teamsNotification}
        options={CHAT_MODES}
        onChange={(teamsNotification) => change({ teamsNotification })}
      />
      <SwitchSetting
        label="Tasks assigned to me"
        description="When someone assigns you a task."
        isOn={settings.taskNotifications}
        onChange={(taskNotifications) => change({ taskNotifications })}
      />
    </>
  );
}

const EXPLANATIONS: Readonly<Record<NotificationPermissionState, string>> = {
  granted: "Calls and messages show up while you work in another window.",
  default: "The browser will ask you once whether it may show them.",
  denied: "Notifications are blocked. Allow them for this site in your browser settings.",
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
      path: paths.settings(),
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

const CLOSED: Readonly<Record<WebPushState, string>> = {
  on: "This browser tells you of calls and texts even when no Offhook page is open.",
  off: "While no page of the console is open, nobody reaches you in this browser.",
  unsupported: "This browser cannot be reached while no page of the console is open.",
};

/** Web push: for this browser alone, so it is no setting of the user. */
function ClosedConsoleSetting(): ReactNode {
  const { client } = usePlatform();
  const notifications = useNotifications();
  const snackbar = useSnackbar();
  const [push] = useState(() => new WebPush({ client, container: navigator.serviceWorker }));
  const [state, setState] = useState<WebPushState>("off");
  // Not disabled meanwhile: a switch that is disabled loses the keyboard.
  const isBusy = useRef(false);
  useEffect(() => {
    void push.state().then(setState, () => setState("unsupported"));
  }, [push]);

  const toggle = async (wantsOn: boolean): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const permission = wantsOn ? await notifications.request() : notifications.permission;
      if (wantsOn && permission !== "granted") snackbar.show(EXPLANATIONS[permission], { tone: "error" });
      else await (wantsOn ? push.turnOn() : push.turnOff());
    } catch {
      snackbar.show("The browser's push service cannot be reached. Try again later.", { tone: "error" });
    }
    setState(await push.state().catch((): WebPushState => "unsupported"));
    isBusy.current = false;
  };
  return (
    <SwitchSetting
      label="Reach me while the console is closed"
      description={CLOSED[state]}
      keywords="web push notifications background"
      isOn={state === "on"}
      isDisabled={state === "unsupported"}
      onChange={(wantsOn) => void toggle(wantsOn)}
    />
  );
}
