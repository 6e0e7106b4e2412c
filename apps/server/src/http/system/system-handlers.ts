import type { systemApi } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import { isReachable } from "../../database/is-reachable.ts";
import type { DiskSpace } from "../../platform/files/disk-space.ts";
import type { Handlers } from "../routes/handlers.ts";
import { version } from "./version.ts";

export interface SystemDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly disk: Pick<DiskSpace, "isFull">;
}

export function systemHandlers({ database, clock, disk }: SystemDeps): Handlers<typeof systemApi> {
  let running: Promise<boolean> | undefined;
  /** One ping at a time, however many ask. */
  const ping = (): Promise<boolean> => {
    running ??= isReachable(database, clock).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    getServiceStatus: async () => {
      const [isReached, isFull] = await Promise.all([ping(), disk.isFull()]);
      return {
        status: isReached && !isFull ? "ok" : "degraded",
        version,
        database: isReached ? "ok" : "unreachable",
        disk: isFull ? "full" : "ok",
        time: Math.floor(clock.now() / 1000),
      };
    },
  };
}
