import { useRouter } from "@tanstack/react-router";
import { useClickToCall } from "../dial-pad/use-click-to-call.ts";

/** Calls a number of the history; whoever reviews before dialing finds it on the dial pad first. */
export function useCallNumber(): (number: string) => void {
  const router = useRouter();
  return useClickToCall((path) => router.history.push(path));
}
