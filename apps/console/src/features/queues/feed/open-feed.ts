import { ACD_FEED_PATH, type AcdClientFrame, type AcdServerFrame } from "@offhook/contract";
import type { FeedLogin, FeedNews, FeedOrder } from "./feed-orders.ts";

export interface Feed {
  send(frame: AcdClientFrame): void;
  close(): void;
}

export interface FeedListener {
  received(frame: AcdServerFrame): void;
  closed(): void;
}

/** Connects to the queue feed by a worker, which logs in with the token and the company's id. */
export function openFeed(login: FeedLogin, listener: FeedListener): Feed {
  const worker = new Worker(new URL("./feed-worker.ts", import.meta.url), { type: "module" });
  const tell = (order: FeedOrder): void => worker.postMessage(order);
  worker.onmessage = ({ data: news }: MessageEvent<FeedNews>) => {
    if (news.type === "received") listener.received(news.frame);
    else listener.closed();
  };
  // Its file cannot be loaded, during an outage for example.
  worker.onerror = () => listener.closed();
  const url = new URL(ACD_FEED_PATH, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  tell({ type: "connect", url: url.href, ...login });
  return {
    send: (frame) => tell({ type: "send", frame }),
    // The browser closes the connection of a worker that ends.
    close: () => worker.terminate(),
  };
}
