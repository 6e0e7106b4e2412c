import { PROVIDER_CHANNEL, type ProviderAnswer } from "./provider-answer.ts";

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
  const channel = new BroadcastChannel(PROVIDER_CHANNEL);
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
