/** What is asked of a socket of JsSIP. */
interface ClosableSocket {
  onconnect: () => void;
  ondisconnect: (isError: boolean) => void;
  disconnect: () => void;
  isConnecting: () => boolean;
}

/**
 * A websocket that is closed while it opens is worth a warning to the browser, and signing out or switching accounts
 * soon after a start does that. It is left to open, unheard, and closed then. What is returned waits for that.
 */
export function closeWhenOpen(socket: ClosableSocket): () => Promise<void> {
  const close = socket.disconnect.bind(socket);
  let markSettled = (): void => {};
  const settled = new Promise<void>((resolve) => {
    markSettled = resolve;
  });
  let closing = Promise.resolve();
  socket.disconnect = () => {
    if (!socket.isConnecting()) return close();
    closing = settled;
    socket.ondisconnect = markSettled;
    socket.onconnect = () => {
      close();
      markSettled();
    };
  };
  return () => closing;
}
