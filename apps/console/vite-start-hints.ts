import { minifySync, type Plugin } from "vite";
import { backgrounds } from "../../packages/ui/src/theme/background.ts";
import { schemeVariables } from "../../packages/ui/src/theme/css-variables.ts";

interface Chunk {
  readonly type: "chunk";
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

type Bundle = Readonly<Record<string, Chunk | { readonly type: "asset" }>>;

/** The parts every signed-in page stands on. */
const SHELL = ["src/app/signed-in-area.tsx", "src/app/layouts/default-layout.tsx"];
/** What an area of the console shows first, by the first part of its address. */
const AREA_PAGE = /\/src\/features\/(\w+)\/(?:\w+\/)?\1-(area|pages|page)\.tsx$/;
/** What a visitor without a session sees first. */
const SIGN_IN = "src/features/session/sign-in/login-page.tsx";
/** The address without an area leads to the dial pad. */
const HOME_AREA = "calls";
/** The key under which the console keeps the profile of who is signed in. */
const PROFILE_KEY = "profile";

function chunksOf(bundle: Bundle): readonly Chunk[] {
  return Object.values(bundle).filter((file): file is Chunk => file.type === "chunk");
}

/** The chunk, what it imports and their styles, less what the page itself already names. */
function filesOf(chunk: Chunk, bundle: Bundle, known: Set<string>): string[] {
  if (known.has(chunk.fileName)) return [];
  known.add(chunk.fileName);
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])].filter((file) => !known.has(file));
  for (const file of styles) known.add(file);
  const imported = chunk.imports.flatMap((fileName) => {
    const file = bundle[fileName];
    return file?.type === "chunk" ? filesOf(file, bundle, known) : [];
  });
  return [...styles, ...imported, chunk.fileName];
}

interface StartHints {
  /** For who is signed in; what the page of an area needs besides is below its name. */
  readonly shell: readonly string[];
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** For who is not. */
  readonly guest: readonly string[];
}

function holds({ moduleIds }: Chunk, paths: readonly string[]): boolean {
  return moduleIds.some((id) => paths.some((path) => id.endsWith(path)));
}

/** By area, the chunk it begins with; where several could, the area's own comes before its pages. */
function areasOf(chunks: readonly Chunk[]): ReadonlyMap<string, Chunk> {
  const found = chunks.flatMap((chunk) =>
    chunk.moduleIds.flatMap((id) => {
      const [, area, part] = AREA_PAGE.exec(id) ?? [];
      return area === undefined || part === undefined ? [] : [{ area, part, chunk }];
    }),
  );
  const inOrder = found.sort((one, other) => (one.part === "area" ? 1 : 0) - (other.part === "area" ? 1 : 0));
  return new Map(inOrder.map(({ area, chunk }) => [area, chunk]));
}

function startHintsOf(bundle: Bundle, page: string): StartHints {
  const chunks = chunksOf(bundle);
  const known = new Set<string>();
  const filesOfAll = (wanted: readonly Chunk[], seen: Set<string>): string[] =>
    wanted.flatMap((chunk) => filesOf(chunk, bundle, seen));
  filesOfAll(
    chunks.filter(({ fileName }) => page.includes(fileName)),
    known,
  );
  const guest = filesOfAll(
    chunks.filter((chunk) => holds(chunk, [SIGN_IN])),
    new Set(known),
  );
  const shell = filesOfAll(
    chunks.filter((chunk) => holds(chunk, SHELL)),
    known,
  );
  const pages = [...areasOf(chunks)].map(([area, chunk]) => [area, filesOf(chunk, bundle, new Set(known))]);
  return { shell, guest, pages: Object.fromEntries(pages) };
}

interface Look {
  readonly scheme: Readonly<Record<"light" | "dark", { readonly surface: string; readonly border: string }>>;
  readonly canvas: Readonly<Record<string, { readonly light: string; readonly dark: string }>>;
}

/** The colours in which the shell will stand, for the frame that holds its place. */
function lookOfShell(): Look {
  const of = (scheme: "light" | "dark") => {
    const variables = schemeVariables("whiteSmoke", scheme);
    return {
      surface: variables["--offhook-surface"] ?? "",
      border: variables["--offhook-border"] ?? "",
    };
  };
  return { scheme: { light: of("light"), dark: of("dark") }, canvas: backgrounds };
}

/** Runs as text inside the page, before anything else is there: it may use nothing from outside. */
function hint(hints: StartHints, look: Look, profileKey: string, homeArea: string): void {
  const ask = (rel: string, as: string, href: string): void => {
    const link = Object.assign(document.createElement("link"), { rel, as, href, crossOrigin: "" });
    // Gone, it is asked for again by whoever needs it.
    link.onerror = () => link.remove();
    document.head.append(link);
  };
  const showFrame = (settings: { theme?: string; themeBg?: string }): void => {
    // Asked only where it matters: the answer makes the browser lay the page out.
    const isSystemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
    const followsSystem = settings.theme === "systemDefault";
    const scheme = settings.theme === "dark" || (followsSystem && isSystemDark()) ? "dark" : "light";
    const { surface, border } = look.scheme[scheme];
    const canvas = (look.canvas[settings.themeBg ?? ""] ?? look.canvas.whiteSmoke)?.[scheme];
    const frame = Object.assign(document.createElement("div"), { id: "frame" });
    frame.style.cssText = `--surface:${surface};--border:${border};--canvas:${canvas}`;
    document.body.append(frame);
  };
  try {
    const profile = localStorage.getItem(profileKey);
    const area = location.pathname.split("/")[1] || homeArea;
    const isGuest = profile === null;
    for (const file of isGuest ? hints.guest : [...hints.shell, ...(hints.pages[area] ?? [])]) {
      // Read while the scripts are still on their way; the console waits with its first screen until they are there.
      if (file.endsWith(".css")) ask("stylesheet", "", `/${file}`);
      else ask("modulepreload", "script", `/${file}`);
    }
    if (isGuest) ask("preload", "fetch", "/config.json");
    else showFrame(JSON.parse(JSON.parse(profile).user_settings.settings));
  } catch {
    // Nothing is known of the visitor, or nothing that can be read: the console finds out by itself.
  }
}

/**
 * A few lines in the page itself that ask for what its visitor will need while the first script is still on its way
 * (the shell for who is signed in, the configuration for who is not) and draw the frame of the shell. The content
 * security policy, which the server makes from the page, lets these lines run and no others.
 */
export function startHints(): Plugin {
  return {
    name: "offhook:start-hints",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(page, { bundle = {} }) {
        const hints = startHintsOf(bundle as unknown as Bundle, page);
        const args = [hints, lookOfShell(), PROFILE_KEY, HOME_AREA].map((value) => JSON.stringify(value));
        const { code } = minifySync("hint.js", `(${hint.toString()})(${args.join(",")})`);
        return [{ tag: "script", children: code, injectTo: "body-prepend" }];
      },
    },
  };
}
