import { useEffect, useEffectEvent } from "react";
import { numberFromText } from "./dial-words.ts";

/** Pure. The number of a link to a phone; undefined for any other link. */
export function numberOfLink(address: string): string | undefined {
  if (!/^(?:tel|callto):/i.test(address)) return undefined;
  // RFC 3966: what follows a semicolon are parameters, of which only the extension is dialed.
  const [number = "", ...parameters] = numberFromText(address).split(";");
  const extension = parameters.map((each) => /^ext=(.+)$/i.exec(each)?.[1]).find(Boolean);
  const dialed = extension === undefined ? number : `${number};${extension}`;
  return dialed === "" ? undefined : dialed;
}

/** A click on a link to a phone, anywhere in the console, calls from here. */
export function useTelLinks(onCall: (number: string) => void): void {
  const click = useEffectEvent((event: MouseEvent) => {
    // With a modifier the user asks the browser, not us.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const number = numberOfLink(link?.getAttribute("href") ?? "");
    if (number === undefined) return;
    event.preventDefault();
    onCall(number);
  });
  useEffect(() => {
    const listener = (event: MouseEvent): void => click(event);
    document.addEventListener("click", listener);
    return () => document.removeEventListener("click", listener);
  }, []);
}
