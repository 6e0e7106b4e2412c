import { useEffect, useState } from "react";

/** How long a browser may take to say that it lets the page sound. */
const ASK_MS = 1_000;

/**
 * Browsers keep a page silent until somebody has clicked or pressed a key in it: on a TV that has just been switched
 * on nobody has. True until the browser is known to refuse, and again from the first click on.
 */
export function useSoundAllowed(): boolean {
  const [isAllowed, setIsAllowed] = useState(true);
  useEffect(() => {
    const context = new AudioContext();
    const ending = new AbortController();
    const { signal } = ending;
    const end = (): void => {
      ending.abort();
      clearTimeout(asking);
      // It has told what it knows; one that runs on would keep a processor awake for days.
      if (context.state !== "closed") void context.close();
    };
    const look = (): void => {
      // Closed by itself: it has been allowed before.
      if (signal.aborted) return;
      setIsAllowed(context.state === "running");
      if (context.state === "running") end();
    };
    const wake = (): void => void context.resume().then(look, () => {});
    const asking = setTimeout(look, ASK_MS);
    context.addEventListener("statechange", look, { signal });
    for (const type of ["click", "keydown"] as const)
      window.addEventListener(type, wake, { signal, capture: true });
    return end;
  }, []);
  return isAllowed;
}
