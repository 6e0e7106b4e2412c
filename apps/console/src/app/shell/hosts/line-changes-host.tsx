import { useConfirm, useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { type SessionUser, useUser } from "../../../features/session/index.ts";
import { type LineChanges, lineChanges, lineChangesText } from "../../../features/settings/index.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { isDialogDismissed } from "../do-not-show.ts";

const DIALOG = "activeLinesChanged";
const LONG_MS = 10_000;

export interface LineChangesHostProps {
  readonly onOpenSettings: () => void;
}

/** 'Active lines changed': says which lines an administrator gave or took, here or while the console was closed. */
export function LineChangesHost({ onOpenSettings }: LineChangesHostProps): ReactNode {
  const user = useUser();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { store } = usePlatform().browser;
  const known = useRef<SessionUser>(user);

  const tell = useEffectEvent(async (changes: LineChanges) => {
    const text = lineChangesText(changes);
    // Users who turned the dialog off hear of it all the same: a line must not vanish without a word.
    if (isDialogDismissed(store, DIALOG)) return snackbar.show(text, { durationMs: LONG_MS });
    const isSeen = await confirm({
      id: DIALOG,
      title: "Active lines changed",
      text: `Your administrator changed your lines. ${text}`,
      acceptLabel: "OK",
      cancelLabel: "Open settings",
    });
    if (!isSeen) onOpenSettings();
  });
  useEffect(() => {
    const changes = lineChanges(known.current, user);
    known.current = user;
    if (changes) void tell(changes);
  }, [user]);
  return null;
}
