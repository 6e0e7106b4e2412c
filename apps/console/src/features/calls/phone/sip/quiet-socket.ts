/** What is asked of a socket of JsSIP. */
interface ClosableSocket {
  onconnect: () => void;
  disconnect: () => void;
  isConnecting: () => boolean;
}

/**
 * A websocket that is closed while it opens is worth a warning to the browser, and signing out or switching accounts
 * soon after a start does that. It is left to open, unheard, and closed then.
 */
export function closeWhenOpen(socket: ClosableSocket): void {
  const close = socket.disconnect.bind(socket);
  socket.disconnect = () => {
    if (socket.isConnecting()) socket.onconnect = close;
    else close();
  };
}
