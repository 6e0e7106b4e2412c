import { type Path, paths } from "../../../../platform/navigation/paths.ts";
import { useSettings } from "../../../settings/index.ts";
import { useDial } from "./use-dial.ts";

/** Calls a number that was clicked somewhere; whoever reviews before dialing finds it on the dial pad first. */
export function useClickToCall(onGo: (path: Path) => void): (number: string) => void {
  const isReviewed = useSettings((settings) => settings.reviewBeforeDialing);
  const { dial } = useDial((id) => onGo(paths.activeCall(id)));
  return (number) => {
    if (isReviewed) onGo(paths.dialPad(number));
    else void dial({ number });
  };
}
