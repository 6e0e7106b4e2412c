import { useEffect, useEffectEvent, useState } from "react";
import { failureText } from "../../platform/api/api-failure.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { STORAGE_KEYS } from "../../platform/storage/storage-keys.ts";
import { usePhoneState } from "../calls/index.ts";

export type TestCall =
  | { readonly name: "idle" }
  | { readonly name: "asked" }
  /** The phone system says that it rings; this browser has not seen it yet. */
  | { readonly name: "expected"; readonly callid: string }
  | { readonly name: "ringing"; readonly callid: string }
  | { readonly name: "failed"; readonly text: string };

const IDLE: TestCall = { name: "idle" };
const PATIENCE_MS = 10_000;
const LOST =
  "The test call did not reach this browser. Reload the page, and tell your administrator if that does not help.";

/** A real call to this browser. That it rang is remembered until the user signs out. */
export function useTestCall() {
  const { browser, client } = usePlatform();
  const { clock, store } = browser;
  const [test, setTest] = useState<TestCall>(IDLE);
  const [rangAt, setRangAt] = useState(() => Number(store.get(STORAGE_KEYS.rangAt)) || undefined);
  const callid = "callid" in test ? test.callid : undefined;
  const isHere = usePhoneState(({ calls }) =>
    calls.some((call) => callid !== undefined && call.callid === callid && call.phase !== "ended"),
  );
  const follow = useEffectEvent((before: TestCall, isRinging: boolean) => {
    if (before.name === "expected" && isRinging) {
      store.set(STORAGE_KEYS.rangAt, String(clock.now()));
      setRangAt(clock.now());
      setTest({ name: "ringing", callid: before.callid });
    }
    if (before.name === "ringing" && !isRinging) setTest(IDLE);
  });
  // Both of them may come first.
  useEffect(() => follow(test, isHere), [test, isHere]);
  useEffect(() => {
    if (test.name !== "expected") return;
    return clock.schedule(PATIENCE_MS, () => setTest({ name: "failed", text: LOST }));
  }, [clock, test.name]);

  const ring = async (): Promise<void> => {
    setTest({ name: "asked" });
    try {
      setTest({ name: "expected", ...(await client.testCall()) });
    } catch (failure) {
      setTest({ name: "failed", text: failureText(failure) });
    }
  };
  return { test, rangAt, ring };
}
