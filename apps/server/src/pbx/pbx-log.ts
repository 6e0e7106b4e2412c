import type { PbxLog } from "@offhook/pbx";
import type { Logger } from "../platform/logging/logger.ts";

/** Call control's words in the server's log. */
export function pbxLog(logger: Logger): PbxLog {
  const log = logger.child({ part: "pbx" });
  return {
    info: (message, fields = {}) => log.info(fields, message),
    warn: (message, fields = {}) => log.warn(fields, message),
  };
}
