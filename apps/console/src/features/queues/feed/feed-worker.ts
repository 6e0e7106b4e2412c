import type { AcdClientFrame, AcdServerFrame } from "@offhook/contract";
import type { FeedNews, FeedOrder } from "./feed-orders.ts";

/**
 * The connection of the queue feed, in a thread of its own: a busy company says all its calls four times a second, and
 * reading that must hold up no click.
 */
let socket: WebSocket | undefined;

const tell = (news: FeedNews): void => globalThis.postMessage(news);

function send(frame: AcdClientFrame): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

function connect({ url, token, customerId }: Extract<FeedOrder, { type: "connect" }>): void {
  socket = new WebSocket(url);
  socket.onopen = () => send({ action: "login", token, customer_id: customerId });
  socket.onmessage = ({ data }) =>
    tell({ type: "received", frame: JSON.parse(String(data)) as AcdServerFrame });
  socket.onclose = () => tell({ type: "closed" });
}

globalThis.addEventListener("message", ({ data: order }: MessageEvent<FeedOrder>) => {
  if (order.type === "connect") connect(order);
  else send(order.frame);
});
