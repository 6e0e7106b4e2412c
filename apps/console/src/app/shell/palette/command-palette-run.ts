import { useSnackbar } from "@offhook/ui";
import { useClickToCall } from "../../../features/calls/dial-pad/dialing/use-click-to-call.ts";
import { usePeople } from "../../../features/contacts/index.ts";
import { useActivePhone, usePhoneLine } from "../../../features/lines/index.ts";
import { useSession, useUser } from "../../../features/session/index.ts";
import {
  useChangeSettings,
  useOwnStatus,
  useOwnStatusState,
  useSettings,
} from "../../../features/settings/index.ts";
import { useUnreadStore } from "../../../features/unread/index.ts";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { ShellDialog } from "../shell-dialogs.tsx";
import { useMayLeave } from "../use-may-leave.ts";
import type { CommandAct, CommandContext } from "./command.ts";
import { forgetSearches } from "./command-palette-recents.ts";

export function useCommandContext(recents: readonly string[]): CommandContext {
  const user = useUser();
  const people = usePeople((state) => state.byUserId);
  return {
    userId: user.id,
    features: user.features,
    people: [...people.values()],
    isDndOn: useActivePhone()?.dnd === "1",
    areCallsDisabled: useSettings((settings) => settings.disableCalls),
    hasStatus: useOwnStatusState((state) => state.active !== null),
    theme: useSettings((settings) => settings.theme),
    recents,
  };
}

export interface CommandPlaces {
  readonly onGo: (path: string) => void;
  readonly onOpenDialog: (dialog: ShellDialog) => void;
  readonly onSearch: (query: string) => void;
}

/** Carries a command out and says how it went, where that is not plain to see. */
export function useRunCommand({ onGo, onOpenDialog, onSearch }: CommandPlaces): (act: CommandAct) => void {
  const { browser } = usePlatform();
  const line = usePhoneLine();
  const changeSettings = useChangeSettings();
  const status = useOwnStatus();
  const unread = useUnreadStore();
  const session = useSession();
  const snackbar = useSnackbar();
  const callNumber = useClickToCall(onGo);
  const mayLeave = useMayLeave();

  const attempt = async (work: () => Promise<string | undefined>, failed?: string): Promise<void> => {
    try {
      const done = await work();
      if (done !== undefined) snackbar.show(done, { tone: "success" });
    } catch (failure) {
      snackbar.show(failed ?? failureText(failure), { tone: "error" });
    }
  };
  const setDnd = async (isOn: boolean): Promise<string> => {
    await line.setDnd(isOn);
    return isOn ? "Do not disturb is on" : "Do not disturb is off";
  };
  const markAllRead = async (): Promise<string> => {
    await unread.markAllRead();
    return "All messages marked as read successfully";
  };
  const signOut = async (): Promise<void> => {
    if (await mayLeave("signOut")) await session.signOut();
  };
  return (act) => {
    switch (act.kind) {
      case "go":
        return onGo(act.path);
      case "call":
        return callNumber(act.number);
      case "open":
        return onOpenDialog(act.dialog);
      case "search":
        return onSearch(act.query);
      case "forgetSearches":
        forgetSearches(browser.store);
        return onSearch("");
      case "dnd":
        return void attempt(() => setDnd(act.isOn));
      case "disableCalls":
        return changeSettings({ disableCalls: act.isOn });
      case "theme":
        return changeSettings({ theme: act.theme });
      case "clearStatus":
        return void attempt(() => status.clear(), "Failed to update status.");
      case "markAllRead":
        return void attempt(markAllRead, "Something went wrong. Try again later");
      case "signOut":
        return void signOut();
    }
  };
}
