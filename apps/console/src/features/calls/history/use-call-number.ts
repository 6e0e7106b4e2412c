import { useRouter } from "@tanstack/react-router";
import { useClickToCall } from "../dial-pad/dialing/use-click-to-call.ts";

/** Calls a number of the history and shows the call. */
export function useCallNumber(): (number: string) => void {
  const router = useRouter();
  return useClickToCall((path) => router.history.push(path));
}
