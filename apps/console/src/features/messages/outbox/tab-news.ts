import type { TabNews } from "./text-outbox.ts";

/** Between the tabs of one user. Where a browser has no such channel, each tab is on its own. */
export function openTabNews(name: string): TabNews & { close(): void } {
  if (!("BroadcastChannel" in globalThis)) {
    return { tell: () => {}, onTold: () => () => {}, close: () => {} };
  }
  const channel = new BroadcastChannel(name);
  return {
    tell: () => channel.postMessage("changed"),
    onTold: (listener) => {
      channel.addEventListener("message", listener);
      return () => channel.removeEventListener("message", listener);
    },
    close: () => channel.close(),
  };
}
