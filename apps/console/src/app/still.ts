import type { Session } from "../features/session/index.ts";
import type { Browser } from "../platform/platform.ts";
import { STORAGE_KEYS } from "../platform/storage-keys.ts";
import type { Still } from "./page-start.ts";
import { lookOf } from "./user-look.ts";

/** What would sound, be found twice, take the focus or ask for an address that has expired. */
const ELEMENTS_LEFT_OUT = "audio, video, iframe";
const ATTRIBUTES_LEFT_OUT = ["id", "for", "name", "autofocus", "src", "srcset"];

export function markupOf(screen: Element): string {
  const copy = screen.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll(ELEMENTS_LEFT_OUT)) element.remove();
  for (const element of copy.querySelectorAll("*")) {
    for (const name of ATTRIBUTES_LEFT_OUT) element.removeAttribute(name);
  }
  return copy.innerHTML;
}

interface Visit {
  readonly script: string;
  /** Where it began: the first screen may have led elsewhere. */
  readonly path: string;
  readonly screen: Element;
}

/** Called when the first screen is painted, before what it asks the service for has come. */
export function keepStill(browser: Browser, session: Session, { script, path, screen }: Visit): void {
  const { user } = session.state.getState();
  // Who is not signed in gets a page that is there at once.
  if (!user) return;
  const { background } = lookOf(user.user_settings.settings);
  const still: Still = { script, account: user.id, path, background, markup: markupOf(screen) };
  browser.store.set(STORAGE_KEYS.still, JSON.stringify(still));
}
