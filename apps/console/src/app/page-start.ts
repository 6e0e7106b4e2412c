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

/**
 * What a first screen looked like (see `still.ts`). The next visit to the same address shows it until the screen itself
 * stands there.
 */
export interface Still {
  /** The script that drew it: another version has other styles. */
  readonly script: string;
  readonly account: number;
  readonly path: string;
  readonly background: string;
  readonly markup: string;
}

/** Keys of local storage. */
export interface Stored {
  readonly profile: string;
  readonly still: string;
}

/** Stands where the console will. */
export interface Frame extends HTMLElement {
  /** When the still is in it, where there is one. */
  filled?: Promise<void>;
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

/** For who is signed in: draws the shape of the shell, and the still of the last visit as soon as it has its styles. */
export function showFrame(script: string, look: Look, stored: Stored): void {
  const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? "null");
  const styled = (): Promise<unknown> => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    const missing = links.filter(({ sheet }) => !sheet);
    const arrivals = missing.map(
      (link) =>
        new Promise((resolve, reject) => {
          link.addEventListener("load", resolve);
          link.addEventListener("error", reject);
        }),
    );
    return Promise.all(arrivals);
  };
  const draw = (id: number, { theme, themeBg = "" }: { theme?: string; themeBg?: string }): void => {
    // Asked only where it matters: the answer makes the browser lay the page out.
    const isSystemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
    const scheme = theme === "dark" || (theme === "systemDefault" && isSystemDark()) ? "dark" : "light";
    const background = themeBg in look.canvas ? themeBg : "whiteSmoke";
    const { surface, border } = look.scheme[scheme];
    const frame: Frame = Object.assign(document.createElement("div"), {
      id: "frame",
      inert: true,
      ariaHidden: "true",
    });
    frame.style.cssText = `--surface:${surface};--border:${border};--canvas:${look.canvas[background]?.[scheme]}`;
    document.body.append(frame);

    const still: Still | null = read(stored.still);
    if (!still || still.script !== script || still.account !== id) return;
    if (still.path !== location.pathname || still.background !== background) return;
    const fill = (): void => {
      document.documentElement.dataset.mantineColorScheme = scheme;
      frame.innerHTML = still.markup;
    };
    // Without its styles it stays the shape of the shell.
    frame.filled = styled().then(fill, () => {});
    // Without its script the page stays as it is: nobody shall take that for the console.
    const onError = ({ target }: Event): void => {
      if (target instanceof HTMLScriptElement) frame.remove();
    };
    addEventListener("error", onError, { capture: true });
  };
  try {
    const profile = read(stored.profile);
    if (profile) draw(profile.id, JSON.parse(profile.user_settings.settings));
  } catch {
    // Nothing is known of the visitor, or nothing that can be read.
  }
}
