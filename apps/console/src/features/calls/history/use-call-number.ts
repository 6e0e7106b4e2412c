import { useRouter } from "@tanstack/react-router";
import { dialPadPath } from "../active/call-path.ts";

/** Calls a number of the history. */
export function useCallNumber(): (number: string) => void {
  const router = useRouter();
  return (number) => router.history.push(dialPadPath(number));
}
