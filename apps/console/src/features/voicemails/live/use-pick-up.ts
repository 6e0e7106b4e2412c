import { useSnackbar } from "@offhook/ui";
import { useEffect, useEffectEvent, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { callHandlerOf, isIncoming, useAnswer, usePhoneState } from "../../calls/index.ts";
import { useSettings } from "../../settings/index.ts";

export interface PickingUp {
  readonly isUnderWay: boolean;
  pickUp(id: string): Promise<void>;
}

/** Lets the caller ring the user's phone. The one of this browser answers by itself: the user has asked for it. */
export function usePickUp(onAnswered: (id: string) => void): PickingUp {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const here = useSettings((settings) => callHandlerOf(settings) !== "other");
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [wanted, setWanted] = useState<string>();
  const call = usePhoneState(({ calls }) =>
    calls.find((each) => isIncoming(each) && each.place === "here" && each.callid === wanted),
  );
  const answer = useAnswer(onAnswered);
  const take = useEffectEvent((id: string) => {
    setWanted(undefined);
    void answer(id);
  });
  useEffect(() => {
    if (call) take(call.id);
  }, [call]);

  const pickUp = async (id: string): Promise<void> => {
    setIsUnderWay(true);
    try {
      const { callid } = await client.pickUpVoicemail({ body: { id, here } });
      if (here) setWanted(callid);
    } catch (failure) {
      snackbar.show(failure instanceof Error ? failure.message : String(failure), { tone: "error" });
    } finally {
      setIsUnderWay(false);
    }
  };
  return { isUnderWay, pickUp };
}
