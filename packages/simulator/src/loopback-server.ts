import type { Server } from "node:net";

/** Nothing of the simulator may be reachable from another machine. */
export const LOOPBACK = "127.0.0.1";

/** Listens on a free port of the loopback address and tells which. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, LOOPBACK, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}
