import type { PushSocket, PushSocketListener } from "./push-client.ts";

/** A browser websocket on our own origin. */
export function openWebSocket(path: string, listener: PushSocketListener): PushSocket {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url);
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") listener.received(data);
  };
  socket.onclose = ({ code }) => listener.closed(code);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      // The browser warns of a socket that is closed while it opens, as a sign-out soon after a start does.
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
      else socket.close();
    },
  };
}
