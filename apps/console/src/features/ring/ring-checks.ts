import type { NotificationPermissionState } from "../../platform/notifications/web-notifications.ts";
import type { WebPushState } from "../../platform/notifications/web-push.ts";
import type { Registration } from "../calls/index.ts";

/** Everything that decides whether somebody hears of a call in this browser. */
export interface RingFacts {
  readonly hasLine: boolean;
  readonly registration: Registration;
  readonly isNetworkUp: boolean;
  readonly isPushConnected: boolean;
  readonly isDndOn: boolean;
  readonly areCallsDisabled: boolean;
  /** Another program takes the calls. */
  readonly isHandledElsewhere: boolean;
  readonly microphone: "granted" | "prompt" | "denied" | "missing";
  readonly microphoneName: string | undefined;
  readonly isRingSoundOn: boolean;
  /** Browsers play nothing in a page that was never clicked in. */
  readonly isSoundAllowed: boolean;
  readonly areNotificationsOn: boolean;
  readonly notifications: NotificationPermissionState;
  /** Undefined until the browser has said. */
  readonly push: WebPushState | undefined;
}

export type RingFix =
  | "retryPhone"
  | "turnOffDnd"
  | "enableCalls"
  | "allowMicrophone"
  | "lookForMicrophone"
  | "turnOnRing"
  | "playRing"
  | "allowNotifications"
  | "turnOnPush";

/** Good: proved. Warn: it rings, but may go unnoticed. Bad: it does not ring, or cannot be answered. */
export type RingTone = "good" | "warn" | "bad" | "wait";

export interface RingCheck {
  readonly id: "phone" | "microphone" | "sound" | "notifications";
  readonly title: string;
  readonly tone: RingTone;
  /** What is so, and what to do about it. */
  readonly text: string;
  readonly fix?: { readonly act: RingFix; readonly label: string };
}

type Finding = Omit<RingCheck, "id" | "title">;

const good = (text: string): Finding => ({ tone: "good", text });
const found =
  (tone: RingTone) =>
  (text: string, act?: RingFix, label = ""): Finding => ({
    tone,
    text,
    ...(act && { fix: { act, label } }),
  });
const warn = found("warn");
const bad = found("bad");

/** Pure. One line for each thing that must work. */
export function ringChecks(facts: RingFacts): readonly RingCheck[] {
  return [
    { id: "phone", title: "Phone", ...phoneFinding(facts) },
    { id: "microphone", title: "Microphone", ...microphoneFinding(facts) },
    { id: "sound", title: "Ring sound", ...soundFinding(facts) },
    { id: "notifications", title: "Notifications", ...notificationsFinding(facts) },
  ];
}

function phoneFinding(facts: RingFacts): Finding {
  const { hasLine, registration, isNetworkUp, isPushConnected, isHandledElsewhere } = facts;
  if (!hasLine) return bad("You have no phone line. Ask your administrator.");
  if (!isNetworkUp) return bad("You are offline. Check your network.");
  if (facts.areCallsDisabled) return bad("Incoming calls are disabled.", "enableCalls", "Enable calls");
  if (facts.isDndOn) return bad("Do not disturb is on.", "turnOffDnd", "Turn off");
  if (isHandledElsewhere) return good("Another app takes your calls, as set in Settings.");
  switch (registration.status) {
    case "failed":
    case "disconnected":
      return bad(registration.reason, "retryPhone", "Retry now");
    case "registered":
      return isPushConnected
        ? good("Connected to the phone system.")
        : warn("Connected, but live updates are interrupted. Reconnecting…");
    default:
      return { tone: "wait", text: "Connecting to the phone system…" };
  }
}

function microphoneFinding({ microphone, microphoneName }: RingFacts): Finding {
  switch (microphone) {
    case "granted":
      return good(microphoneName ? `${microphoneName} is ready.` : "Ready.");
    case "missing":
      return bad("No microphone found. Connect one.", "lookForMicrophone", "Check again");
    case "denied":
      return bad(
        "Blocked by the browser. Allow the microphone for this site in its address bar.",
        "allowMicrophone",
        "Check again",
      );
    case "prompt":
      return warn("Allow it now, so that nothing holds up your first call.", "allowMicrophone", "Allow");
  }
}

function soundFinding({ isRingSoundOn, isSoundAllowed }: RingFacts): Finding {
  if (!isRingSoundOn) return bad("The ring sound is off on this computer.", "turnOnRing", "Turn on");
  if (!isSoundAllowed)
    return warn("The browser plays no sound until you click in this page.", "playRing", "Play ring");
  return { ...good("Calls can be heard."), fix: { act: "playRing", label: "Play ring" } };
}

function notificationsFinding({ areNotificationsOn, notifications, push }: RingFacts): Finding {
  if (notifications === "unsupported")
    return warn("This browser can't show notifications. Keep the console in view.");
  if (notifications === "denied")
    return warn(
      "Blocked by the browser. Allow notifications for this site in its address bar.",
      "allowNotifications",
      "Check again",
    );
  if (notifications === "default")
    return warn("A call in a hidden tab goes unseen.", "allowNotifications", "Allow");
  if (!areNotificationsOn)
    return warn("Turned off, so a call in a hidden tab goes unseen.", "allowNotifications", "Turn on");
  if (push === "off")
    return warn("Calls reach you only while a page of the console is open.", "turnOnPush", "Turn on");
  return good(
    push === "on" ? "Calls reach you even when the console is closed." : "Calls show up in other windows.",
  );
}

/** The worst of it, in one word and one short sentence. */
export interface RingLight {
  readonly tone: RingTone;
  readonly text: string;
}

const WORST_FIRST: readonly RingTone[] = ["bad", "warn", "wait", "good"];

/** Pure. */
export function ringLight(checks: readonly RingCheck[]): RingLight {
  const worst = WORST_FIRST.flatMap((tone) => checks.find((check) => check.tone === tone) ?? [])[0];
  if (!worst || worst.tone === "good") return { tone: "good", text: "Yes, calls ring here" };
  return { tone: worst.tone, text: LIGHT_WORDS[worst.tone](worst.title) };
}

const LIGHT_WORDS: Readonly<Record<Exclude<RingTone, "good">, (title: string) => string>> = {
  bad: (title) => `No. Check: ${title.toLowerCase()}`,
  warn: (title) => `Maybe. Check: ${title.toLowerCase()}`,
  wait: () => "Checking…",
};
