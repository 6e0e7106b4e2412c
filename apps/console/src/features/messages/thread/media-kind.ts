import type { SmsMedia } from "@offhook/contract";

export function isPicture({ type }: Pick<SmsMedia, "type">): boolean {
  return type.startsWith("image/");
}
