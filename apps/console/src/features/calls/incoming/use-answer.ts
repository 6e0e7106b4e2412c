import { useSettings } from "../../settings/index.ts";
import { useAttempt } from "../active/use-attempt.ts";
import { callHandlerOf } from "../call-handler.ts";
import { usePhone } from "../phone/phone-context.ts";

/** Answers a call. `onAnswered` hears of it only where it is talked on here, so that its page can be shown. */
export function useAnswer(
  onAnswered: (id: string, camera: boolean) => void,
): (id: string, camera?: boolean) => Promise<void> {
  const phone = usePhone();
  const attempt = useAttempt();
  const isHandledHere = useSettings((settings) => callHandlerOf(settings) === "soft");
  return async (id, camera = false) => {
    const isDone = await attempt(() => phone.answer(id, ...(camera ? [{ camera }] : [])));
    // A missing microphone is told by a dialog, and the call rings on.
    const isMissingDevice = phone.state.getState().deviceAlert !== undefined;
    if (isDone && isHandledHere && !isMissingDevice) onAnswered(id, camera);
  };
}
