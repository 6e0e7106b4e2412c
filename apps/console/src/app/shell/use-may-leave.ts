import { useConfirm } from "@offhook/ui";
import { isGoingOn, usePhone } from "../../features/calls/index.ts";

/** What ends the calls of this browser with the session they hang on. */
type Departure = "signOut" | "switch";

const WORDS = {
  signOut: { title: "Sign out during a call?", verb: "Signing out", accept: "Hang up and sign out" },
  switch: {
    title: "Switch accounts during a call?",
    verb: "Switching accounts",
    accept: "Hang up and switch",
  },
} as const;

/** Asks before a call is hung up by leaving; without a call nobody is asked. */
export function useMayLeave(): (departure: Departure) => Promise<boolean> {
  const phone = usePhone();
  const confirm = useConfirm();
  return async (departure) => {
    const calls = phone.state.getState().calls.filter(isGoingOn);
    if (calls.length === 0) return true;
    const { title, verb, accept } = WORDS[departure];
    return confirm({ title, text: whatEnds(calls, verb), acceptLabel: accept, isDestructive: true });
  };
}

function whatEnds(calls: readonly { readonly place: string }[], verb: string): string {
  // The other tabs of this browser leave with this one; a desk phone does not.
  if (calls.every(({ place }) => place === "elsewhere"))
    return `You are on a call in another tab or on another device. ${verb} hangs it up if it is in this browser.`;
  if (calls.length === 1) return `You are on a call. ${verb} hangs it up.`;
  return `You are on ${calls.length} calls. ${verb} hangs them up.`;
}
