import { createHmac, timingSafeEqual } from "node:crypto";

/** An older one may have been overheard and be said again by somebody else. */
const REPLAY_WINDOW_SECONDS = 300;

/** `t=<Unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`; there may be several `v1` while a secret is changed. */
export function isSignedWebhook(
  header: string | undefined,
  body: string,
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  const fields = (header ?? "").split(",").map((field) => field.trim().split("="));
  const seconds = fields.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(seconds)) return false;
  if (Math.abs(now / 1000 - Number(seconds)) > REPLAY_WINDOW_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${seconds}.${body}`).digest();
  return fields.some(([name, value = ""]) => {
    if (name !== "v1" || !/^[0-9a-f]{64}$/i.test(value)) return false;
    return timingSafeEqual(Buffer.from(value, "hex"), expected);
  });
}
