import type { Hash } from "@offhook/sip";

/** The platform's hash functions, handed in by the test because this package may not name them. */
export function hashFrom(hex: (algorithm: "md5" | "sha256", data: Uint8Array) => string): Hash {
  return { md5: (data) => hex("md5", data), sha256: (data) => hex("sha256", data) };
}
