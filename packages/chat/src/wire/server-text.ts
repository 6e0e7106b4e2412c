import type { ChatServerFrame } from "@offhook/contract";

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`, the one form stock clients understand. */
export function timestamp(at: number): string {
  return new Date(at).toISOString();
}

export function writeFrame(frame: ChatServerFrame): string {
  return JSON.stringify(frame);
}
