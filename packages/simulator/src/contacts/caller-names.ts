import { createServer } from "node:http";
import { LOOPBACK, listenOnLoopback } from "../loopback-server.ts";
import { type RunningContactService, sendJson } from "./simulated-contact.ts";

/** A register of caller names over HTTP: `/+12125550110` is answered with the name, or 404. */
export async function startCallerNames(names: ReadonlyMap<string, string>): Promise<RunningContactService> {
  const server = createServer((request, response) => {
    const number = (request.url ?? "").replace(/%2B/gi, "").replace(/\D/g, "");
    const name = names.get(number);
    if (name === undefined) sendJson(response, 404, { error: "unknown number" });
    else sendJson(response, 200, { number: `+${number}`, name });
  });
  const port = await listenOnLoopback(server);
  return {
    address: `http://${LOOPBACK}:${port}/{number}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
