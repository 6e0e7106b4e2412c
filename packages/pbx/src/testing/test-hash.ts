import { createHash } from "node:crypto";
import type { Hash } from "@offhook/sip";

/** What the server hands in. */
export const nodeHash: Hash = {
  md5: (data) => createHash("md5").update(data).digest("hex"),
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
};
