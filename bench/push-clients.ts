import { WebSocket } from "ws";

// Started by push-storm.ts in a process of its own: many clients that come back at the same moment.
interface Order {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly sockets: number;
  readonly lastEventId: number;
}

export interface StormEnd {
  readonly lastMs: number;
  readonly events: number;
  readonly failures: number;
}

/** Resolves with the number of events that came before everything missed had come. */
function comeBack({ url, lastEventId }: Order, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/push`);
    let events = 0;
    socket.on("open", () => socket.send(JSON.stringify({ type: "hello", token, lastEventId })));
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`closed with ${code}`)));
    socket.on("message", (data: Buffer) => {
      // The first letters tell the type: a real client's own work is not what is measured here.
      const start = data.toString("latin1", 0, 20);
      if (start.startsWith('{"type":"event"')) events += data.includes('"BENCH"') ? 1 : 0;
      else if (start.startsWith('{"type":"caughtUp"')) resolve(events);
      else if (start.startsWith('{"type":"reset"')) reject(new Error("told to start anew"));
    });
  });
}

async function storm(order: Order): Promise<void> {
  const begun = performance.now();
  const returns = Array.from({ length: order.sockets }, (_, index) =>
    comeBack(order, order.tokens[index % order.tokens.length] ?? ""),
  );
  const results = await Promise.allSettled(returns);
  const end: StormEnd = {
    lastMs: performance.now() - begun,
    events: results.reduce((sum, each) => sum + (each.status === "fulfilled" ? each.value : 0), 0),
    failures: results.filter((each) => each.status === "rejected").length,
  };
  process.send?.(end, () => process.exit(0));
}

process.once("message", (order: Order) => void storm(order));
