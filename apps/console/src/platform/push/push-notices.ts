import { type PushProblem, type PushState, REPORTED_TRIES } from "./push-state.ts";

export interface Notice {
  readonly tone: "success" | "warning" | "error";
  readonly text: string;
}

const PUSH_TEXTS = {
  reconnected: "Real-time service has reconnected",
  disconnected: "Real-time service has disconnected",
  unreachable: "Can not connect to real-time service. Make sure you can reach the push provider's domain",
  timeout: "Real-time service timeout",
  retrying: "Retrying Real-time service connection",
  denied: "Real-time access denied.",
  failed: "Failed to connect to real-time service.",
  initFailed: "Failed to initialize Real-time service",
} as const;

const TEXT_OF: Readonly<Record<PushProblem, string>> = {
  networkDown: PUSH_TEXTS.disconnected,
  issues: PUSH_TEXTS.unreachable,
  timeout: PUSH_TEXTS.timeout,
  accessDenied: PUSH_TEXTS.denied,
  initFailed: PUSH_TEXTS.initFailed,
  unknown: PUSH_TEXTS.failed,
};

/**
 * What the user is told of a change. Each of the first five tries is announced, then failure once; after that the
 * client goes on quietly until it can say that the service is back.
 */
export function pushNotice(before: PushState, now: PushState): Notice | undefined {
  if (now.name === "connected") {
    return now.attempt > 0 ? { tone: "success", text: PUSH_TEXTS.reconnected } : undefined;
  }
  if (now.name === "connecting" && before.name === "waiting") {
    return now.attempt <= REPORTED_TRIES ? { tone: "warning", text: PUSH_TEXTS.retrying } : undefined;
  }
  if (now.name !== "waiting") return undefined;
  // The first loss, and the end of the reported tries; what lies between would only repeat the first.
  if (now.attempt === 1) return { tone: "error", text: TEXT_OF[now.problem] };
  return now.attempt === REPORTED_TRIES + 1 ? { tone: "error", text: PUSH_TEXTS.failed } : undefined;
}
