/** What the window of a provider tells the tab that opened it. */
export interface ProviderAnswer {
  readonly state: string;
  /** Left out when the user canceled there. */
  readonly code?: string;
}

export const PROVIDER_CHANNEL = "offhook.step-up";
/** Begins the state of a question that was asked in a window of its own. */
const STATE_PREFIX = "window.";

export function windowState(random: string): string {
  return STATE_PREFIX + random;
}

/**
 * Providers send everybody back to `/login`. In a window that was opened only to ask them, that page has nothing to
 * show: it passes the answer on and closes. True when this is such a window.
 */
export function passAnswerOn({ pathname, search }: Pick<Location, "pathname" | "search">): boolean {
  const query = new URLSearchParams(search);
  const state = query.get("state") ?? "";
  if (pathname !== "/login" || !state.startsWith(STATE_PREFIX)) return false;
  const code = query.get("code");
  const channel = new BroadcastChannel(PROVIDER_CHANNEL);
  channel.postMessage({ state, ...(code === null ? {} : { code }) } satisfies ProviderAnswer);
  channel.close();
  return true;
}
