/** What the window of a provider tells the tab that opened it. */
interface ProviderAnswer {
  readonly state: string;
  /** Left out when the user canceled there. */
  readonly code?: string;
}

const CHANNEL = "offhook.step-up";
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
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ state, ...(code === null ? {} : { code }) } satisfies ProviderAnswer);
  channel.close();
  return true;
}

export interface ProviderWindow {
  /** Resolves with the code; undefined when the user canceled. */
  readonly code: Promise<string | undefined>;
  /** Stops waiting. Whether the user closed the window cannot be seen: the browser cuts it off from this page. */
  cancel(): void;
}

const SIZE = "popup,width=520,height=680";

/** Must be called by a click, or the browser does not open a window. Undefined where it does not. */
export function openProviderWindow(state: string, address: Promise<string>): ProviderWindow | undefined {
  const opened = window.open("about:blank", "offhook-step-up", SIZE);
  if (!opened) return undefined;
  const channel = new BroadcastChannel(CHANNEL);
  let finish: (code: string | undefined) => void = () => {};
  const code = new Promise<string | undefined>((resolve) => {
    finish = resolve;
  });
  channel.addEventListener("message", ({ data }: MessageEvent<ProviderAnswer>) => {
    // Only the answer to this very question: any page of this origin can be sent an address with another one.
    if (data.state === state) finish(data.code);
  });
  void address.then(
    (url) => {
      opened.location.href = url;
    },
    () => finish(undefined),
  );
  return { code: code.finally(() => channel.close()), cancel: () => finish(undefined) };
}
