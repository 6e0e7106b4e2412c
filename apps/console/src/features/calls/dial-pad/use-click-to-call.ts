import { useSettings } from "../../settings/index.ts";
import { activeCallPath, dialPadPath } from "../active/call-path.ts";
import { useDial } from "./use-dial.ts";

/** Calls a number that was clicked somewhere; whoever reviews before dialing finds it on the dial pad first. */
export function useClickToCall(onGo: (path: string) => void): (number: string) => void {
  const isReviewed = useSettings((settings) => settings.reviewBeforeDialing);
  const { dial } = useDial((id) => onGo(activeCallPath(id)));
  return (number) => {
    if (isReviewed) onGo(dialPadPath(number));
    else void dial({ number });
  };
}
