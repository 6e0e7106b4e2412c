import { formatPhone } from "@offhook/telephony";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import {
  callToAnswer,
  forgetCallToAnswer,
  RingNotifications,
} from "../../../platform/notifications/ring-notifications.ts";
import { useNotifications, useSettings } from "../../settings/index.ts";
import { useCallParty } from "../active/call-party.ts";
import { viaWords } from "../active/call-words.ts";
import { useAttempt } from "../active/use-attempt.ts";
import { callHandlerOf } from "../call-handler.ts";
import { type ActiveCall, isIncoming } from "../phone/calls/active-call.ts";
import { usePhone, usePhoneState } from "../phone/phone-context.ts";
import { useAnswer } from "./use-answer.ts";

const TAG = "call:";
const ACTS = [
  { action: "answer", title: "Answer" },
  { action: "decline", title: "Decline" },
] as const;

/** While nobody looks at the console, the system tells of a call, with buttons to answer and decline it. */
export function RingNotice({ onAnswered }: { readonly onAnswered: (id: string) => void }): ReactNode {
  const notifications = useNotifications();
  const isWanted = useSettings((settings) => settings.webAppNotifications);
  const isRingOwner = usePhoneState((state) => state.isRingOwner);
  const ringing = usePhoneState(({ calls }) => calls.find((call) => isIncoming(call) && !call.isIgnored));
  const [rings] = useState(
    () =>
      new RingNotifications({
        container: navigator.serviceWorker,
        isAllowed: () => notifications.permission === "granted",
      }),
  );
  useNotificationClicks(rings, onAnswered);
  useAnswerFromAddress(onAnswered);
  return isWanted && isRingOwner && ringing ? <Notice call={ringing} rings={rings} /> : null;
}

interface NoticeProps {
  readonly call: ActiveCall;
  readonly rings: RingNotifications;
}

function Notice({ call, rings }: NoticeProps): ReactNode {
  const notifications = useNotifications();
  const handler = useSettings(callHandlerOf);
  const { name } = useCallParty(call);
  const tag = TAG + call.id;
  const title = call.doorbell ? "Someone is at the door" : `Incoming call from ${name}`;
  const body = [formatPhone(call.number), call.via && viaWords(call.via), call.transferNote]
    .filter(Boolean)
    .join(" · ");

  const show = useEffectEvent(async () => {
    if (!document.hidden) return;
    const notice = { title, body, tag, path: paths.ringing };
    const actions = handler === "other" ? [] : ACTS;
    const isShown = await rings.show({ ...notice, actions }).catch(() => false);
    if (!isShown) notifications.show(notice);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name that has become known is worth telling.
  useEffect(() => {
    const look = (): void => void show();
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [title]);
  useEffect(
    // It has been answered, or the caller has given up: an old alarm would be a lie.
    () => () => void rings.close(tag).catch(() => {}),
    [rings, tag],
  );
  return null;
}

function useNotificationClicks(rings: RingNotifications, onAnswered: (id: string) => void): void {
  const phone = usePhone();
  const attempt = useAttempt();
  const answer = useAnswer(onAnswered);
  const act = useEffectEvent(async (tag: string, action: string) => {
    const call = phone.state.getState().calls.find(({ id }) => tag === TAG + id);
    if (!call || !isIncoming(call)) return;
    if (action === "decline") await attempt(() => phone.decline(call.id));
    else if (action === "answer") await answer(call.id);
  });
  useEffect(() => rings.onClick(({ tag, action }) => void act(tag, action)), [rings]);
}

/** The page was opened by "Answer" on a notification: its call is taken as soon as it rings here. */
function useAnswerFromAddress(onAnswered: (id: string) => void): void {
  // Only looked at: a render that is thrown away, because something else is still loading, must not use it up.
  const [wanted, setWanted] = useState(() => callToAnswer(window));
  useEffect(() => forgetCallToAnswer(window), []);
  const call = usePhoneState(({ calls }) =>
    calls.find((each) => isIncoming(each) && each.place === "here" && each.callid === wanted),
  );
  const answer = useAnswer(onAnswered);
  const take = useEffectEvent((id: string) => {
    setWanted(undefined);
    void answer(id);
  });
  useEffect(() => {
    if (call) take(call.id);
  }, [call]);
}
