import { useEffect, useEffectEvent, useState } from "react";
import { isIncoming, useAnswer, usePhoneState } from "../../calls/index.ts";
import type { SupervisionBoard } from "./supervision-board.ts";
import { useAct } from "./supervision-context.ts";

type TakePart = (board: SupervisionBoard) => Promise<{ readonly callid: string }>;

/** Takes part in a call. Where this browser rings for it, it answers by itself: the user has asked for it. */
export function useListening(): (takePart: TakePart) => void {
  const act = useAct();
  const [wanted, setWanted] = useState<string>();
  const call = usePhoneState(({ calls }) =>
    calls.find((each) => isIncoming(each) && each.place === "here" && each.callid === wanted),
  );
  // The supervisor stays on this page, where the other buttons are.
  const answer = useAnswer(() => {});
  const take = useEffectEvent((id: string) => {
    setWanted(undefined);
    void answer(id);
  });
  useEffect(() => {
    if (call) take(call.id);
  }, [call]);
  return (takePart) =>
    act(async (board) => {
      const { callid } = await takePart(board);
      setWanted(callid);
    });
}
