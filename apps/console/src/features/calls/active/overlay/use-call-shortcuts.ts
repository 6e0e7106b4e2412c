import type { Shortcut, ShortcutAction } from "@offhook/contract";
import { shortcutOf } from "@offhook/ui";
import { useEffect, useEffectEvent } from "react";
import { type Path, paths } from "../../../../platform/navigation/paths.ts";
import { currentPlatform, useSettings } from "../../../settings/index.ts";
import { callHandlerOf } from "../../call-handler.ts";
import { useAnswer } from "../../incoming/use-answer.ts";
import { isIncoming, isTalk } from "../../phone/calls/active-call.ts";
import { usePhone } from "../../phone/phone-context.ts";
import { currentCall } from "../call-groups.ts";
import { useCallDialogs, useHangUp } from "../dialogs/call-dialogs.ts";
import { useAttempt } from "../use-attempt.ts";

/** Where keys are letters and not commands. */
const TYPING =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="range"])';

/** Pure. The action that keys stand for. Those of the app rest while someone types; the global ones never do. */
export function actionOf(
  keys: string | undefined,
  shortcuts: readonly Shortcut[],
  isTyping: boolean,
): ShortcutAction | undefined {
  if (keys === undefined || keys === "") return undefined;
  const found = shortcuts.find(
    ({ shortcut, scope }) => shortcut === keys && !(isTyping && scope === "inApp"),
  );
  return found?.value;
}

export interface CallShortcutPlaces {
  readonly onGo: (path: Path) => void;
  readonly onCallNumber: (number: string) => void;
}

/** The shortcuts of calls. A key that has nothing to act on stays the browser's. */
export function useCallShortcuts(places: CallShortcutPlaces): void {
  const shortcuts = useSettings((settings) => settings.shortcuts[currentPlatform()]);
  const actOf = useCallActions(places);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const [target] = event.composedPath();
    const isTyping = target instanceof Element && target.closest(TYPING) !== null;
    const action = actionOf(shortcutOf(event), shortcuts, isTyping);
    const act = action && actOf(action);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

type Act = () => void;

/** What an action does right now; undefined when there is no call, or no text, that it could mean. */
function useCallActions({
  onGo,
  onCallNumber,
}: CallShortcutPlaces): (action: ShortcutAction) => Act | undefined {
  const phone = usePhone();
  const dialogs = useCallDialogs();
  const hangUp = useHangUp();
  const attempt = useAttempt();
  const handler = useSettings(callHandlerOf);

  const answer = useAnswer((id) => onGo(paths.activeCall(id, { incoming: true })));
  const withNumber = (act: (number: string) => void): Act | undefined => {
    const number = highlightedNumber();
    return number === "" ? undefined : () => act(number);
  };
  return (action) => {
    const { calls } = phone.state.getState();
    const current = currentCall(calls);
    const ringing = calls.find(isIncoming);
    switch (action) {
      case "hold":
        return current && isTalk(current)
          ? () => void attempt(() => phone.setHold(current.id, !current.hold))
          : undefined;
      case "transfer":
        return current && (() => dialogs.show("transfer", current.id));
      case "dialPad":
        return () => onGo(paths.dialPad());
      case "hangup":
        return current && (() => hangUp(current));
      case "answer":
        return ringing && handler !== "other" ? () => void answer(ringing.id) : undefined;
      case "end":
        if (current) return () => hangUp(current);
        return ringing && (() => void attempt(() => phone.decline(ringing.id)));
      case "highlightToCall":
        return withNumber(onCallNumber);
      case "highlightToMessage":
        return withNumber((number) => onGo(paths.newMessage(number)));
      case "highlightToFax":
        return withNumber((number) => onGo(paths.newFax(number)));
    }
  };
}

/** The number in what is highlighted; empty when there is none. */
function highlightedNumber(): string {
  const text = window.getSelection()?.toString().trim() ?? "";
  return /^\+?[\d\s().*#,;-]{2,40}$/.test(text) ? text : "";
}
