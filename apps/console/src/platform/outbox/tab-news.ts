/** How the tabs of a user tell each other that the outbox has changed. */
export interface TabNews {
  tell(): unknown;
  onTold(listener: () => void): void;
  close(): unknown;
}

/** Where a browser has no such channel, each tab is on its own. */
export function openTabNews(name: string): TabNews {
  if (!("BroadcastChannel" in globalThis)) {
    return { tell: () => {}, onTold: () => {}, close: () => {} };
  }
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    // What a user who leaves was still sending is acknowledged when the channel is closed already.
    tell: () => isClosed || channel.postMessage("changed"),
    onTold: (listener) => channel.addEventListener("message", listener),
    close: () => {
      isClosed = true;
      channel.close();
    },
  };
}
