import { formatPhone, lookupKey } from "@offhook/telephony";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { usePeople } from "../../../contacts/index.ts";
import { useSettings } from "../../../settings/index.ts";
import { useAttempt } from "../../active/use-attempt.ts";
import { callHandlerOf } from "../../call-handler.ts";
import type { DialRequest } from "../../phone/phone.ts";
import { usePhone } from "../../phone/phone-context.ts";
import { recentIconOf, rememberNumber } from "../suggestions/recent-numbers.ts";

export interface Dialing {
  /** Places the call; true when it is on its way, here or on another device. */
  readonly dial: (request: DialRequest) => Promise<boolean>;
  /** Rings the user's mobile first, then connects it with the number. */
  readonly dialFromOtherDevice: (number: string) => Promise<boolean>;
}

/** Dials and remembers what was dialed. `onCall` hears of the new call's id, to show it. */
export function useDial(onCall: (id: string, request: DialRequest) => void): Dialing {
  const phone = usePhone();
  const attempt = useAttempt();
  const remember = useRememberNumber();
  const isHandledHere = useSettings((settings) => callHandlerOf(settings) === "soft");

  const dialFromOtherDevice = (number: string): Promise<boolean> =>
    attempt(async () => {
      await phone.dialFromOtherDevice(number);
      remember(number);
    });
  const dial = async (request: DialRequest): Promise<boolean> => {
    let id: string | undefined;
    const isDone = await attempt(async () => {
      id = await phone.dial(request);
    });
    // Without an id another device has taken over, or a dialog: something is missing here.
    if (!isDone || (id === undefined && isHandledHere)) return false;
    remember(request.number);
    if (id !== undefined) onCall(id, request);
    return true;
  };
  return { dial, dialFromOtherDevice };
}

function useRememberNumber(): (number: string) => void {
  const { store } = usePlatform().browser;
  const people = usePeople((state) => state.byUserId);
  return (value) => {
    const key = lookupKey(value)?.number;
    const person = [...people.values()].find(
      ({ extension, mobile }) => extension === key || (mobile !== "" && lookupKey(mobile)?.number === key),
    );
    const contactId = person?.id ?? null;
    rememberNumber(store, {
      value,
      title: person?.name ?? formatPhone(value),
      contactId,
      icon: recentIconOf(value, contactId),
    });
  };
}
