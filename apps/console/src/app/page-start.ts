// The functions here run as text inside the page, before anything else is there: they may use nothing from outside.

export interface StartHints {
  /** For who is signed in; what the page of an area needs besides is below its name. */
  readonly shell: readonly string[];
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** For who is not. */
  readonly guest: readonly string[];
}

export interface Look {
  readonly scheme: Readonly<Record<"light" | "dark", { readonly surface: string; readonly border: string }>>;
  readonly canvas: Readonly<Record<string, { readonly light: string; readonly dark: string }>>;
}

/** Keys of local storage. */
export interface Stored {
  readonly profile: string;
}

/** At the top of the page: asks for what the first screen needs, all at once. */
export function askForFiles(hints: StartHints, stored: Stored, homeArea: string): void {
  const ask = (rel: string, as: string, href: string): void => {
    const link = Object.assign(document.createElement("link"), { rel, as, href, crossOrigin: "" });
    // Gone, it is asked for again by whoever needs it.
    link.onerror = () => link.remove();
    document.head.append(link);
  };
  try {
    const area = location.pathname.split("/")[1] || homeArea;
    const isGuest = localStorage.getItem(stored.profile) === null;
    for (const file of isGuest ? hints.guest : [...hints.shell, ...(hints.pages[area] ?? [])]) {
      // Read while the scripts are still on their way; the console waits with its first screen until they are there.
      if (file.endsWith(".css")) ask("stylesheet", "", `/${file}`);
      else ask("modulepreload", "script", `/${file}`);
    }
    if (isGuest) ask("preload", "fetch", "/config.json");
  } catch {
    // Nothing can be stored here: the console finds out by itself what its visitor needs.
  }
}

/** For who is signed in: draws the shape of the shell, in the user's colors. */
export function showFrame(look: Look, stored: Stored): void {
  const draw = ({ theme, themeBg = "" }: { theme?: string; themeBg?: string }): void => {
    // Asked only where it matters: the answer makes the browser lay the page out.
    const isSystemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
    const scheme = theme === "dark" || (theme === "systemDefault" && isSystemDark()) ? "dark" : "light";
    const background = themeBg in look.canvas ? themeBg : "whiteSmoke";
    const { surface, border } = look.scheme[scheme];
    const frame = Object.assign(document.createElement("div"), {
      id: "frame",
      inert: true,
      ariaHidden: "true",
    });
    frame.style.cssText = `--surface:${surface};--border:${border};--canvas:${look.canvas[background]?.[scheme]}`;
    document.body.append(frame);
    // Without its script the page stays as it is: nobody shall take that for the console.
    const onError = ({ target }: Event): void => {
      if (target instanceof HTMLScriptElement) frame.remove();
    };
    addEventListener("error", onError, { capture: true });
  };
  try {
    const profile = JSON.parse(localStorage.getItem(stored.profile) ?? "null");
    if (profile) draw(JSON.parse(profile.user_settings.settings));
  } catch {
    // Nothing is known of the visitor, or nothing that can be read.
  }
}
