import { usePhone } from "../phone/phone-context.ts";
import { useAnswer } from "./use-answer.ts";

/** Opens the door of a doorbell call. Its digits are only heard once somebody talks to it: one that rings is answered. */
export function useOpenDoor(
  onAnswered: (id: string, camera: boolean) => void,
): (id: string) => Promise<void> {
  const phone = usePhone();
  const answer = useAnswer(onAnswered);
  const phaseOf = (id: string) => phone.state.getState().calls.find((call) => call.id === id)?.phase;
  return async (id) => {
    if (phaseOf(id) === "active") return phone.openDoor(id);
    const stop = phone.state.subscribe(() => {
      const phase = phaseOf(id);
      if (phase === "ringing") return;
      stop();
      if (phase === "active") phone.openDoor(id);
    });
    await answer(id);
  };
}
