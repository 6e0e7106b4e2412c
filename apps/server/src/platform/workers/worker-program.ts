import { parentPort } from "node:worker_threads";

/** What the server asks of a worker thread. */
export type WorkerRequest<Job> =
  | { readonly type: "job"; readonly id: number; readonly job: Job }
  | { readonly type: "next"; readonly id: number };

export type WorkerReply<Part> =
  | { readonly type: "part"; readonly id: number; readonly part: Part }
  | { readonly type: "done"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

/** The whole life of a worker thread: one job after the other, each handed back in parts that are asked for. */
export function serveJobs<Job, Part>(work: (job: Job) => Iterator<Part>): void {
  const port = parentPort;
  if (!port) throw new Error("This program runs in a worker thread only");
  let running: Iterator<Part> | undefined;
  port.on("message", (request: WorkerRequest<Job>) => {
    const { id } = request;
    try {
      if (request.type === "job") running = work(request.job);
      const next = running?.next();
      const reply: WorkerReply<Part> =
        next && next.done !== true ? { type: "part", id, part: next.value } : { type: "done", id };
      if (reply.type === "done") running = undefined;
      port.postMessage(reply);
    } catch (error) {
      running = undefined;
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({ type: "failed", id, message } satisfies WorkerReply<Part>);
    }
  });
}
