import { minifySync, type Plugin } from "vite";
import { backgrounds } from "../../packages/ui/src/theme/background.ts";
import { schemeVariables } from "../../packages/ui/src/theme/css-variables.ts";
import { askForFiles, type Look, type StartHints, type Stored, showFrame } from "./src/app/page-start.ts";
import { STORAGE_KEYS } from "./src/platform/storage/storage-keys.ts";
import { AREA_PAGES } from "./vite-chunk-groups.ts";

interface Chunk {
  readonly type: "chunk";
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

type Bundle = Readonly<Record<string, Chunk | { readonly type: "asset" }>>;

/** The parts every signed-in page stands on. */
const SHELL = [
  "src/app/routing/route-tree.ts",
  "src/app/signed-in-area.tsx",
  "src/app/layouts/default-layout.tsx",
];
/** What a visitor without a session sees first. */
const SIGN_IN = "src/features/session/sign-in/login-page.tsx";
/** The address without an area leads to the dial pad. */
const HOME_AREA = "calls";
const STORED: Stored = { profile: STORAGE_KEYS.profile };

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

function holds({ moduleIds }: Chunk, paths: readonly string[]): boolean {
  return moduleIds.some((id) => paths.some((path) => id.endsWith(path)));
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
  const pages = Object.entries(AREA_PAGES).map(([area, paths]) => [
    area,
    chunks.filter((chunk) => holds(chunk, paths)).flatMap((chunk) => filesOf(chunk, bundle, new Set(known))),
  ]);
  return { shell, guest, pages: Object.fromEntries(pages) };
}

/** The colors in which the shell will stand, for the frame that holds its place. */
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

/** Calls the function as text of the page. */
function call(run: { readonly name: string }, ...args: readonly unknown[]): string {
  const { code } = minifySync(
    `${run.name}.js`,
    `(${run})(${args.map((value) => JSON.stringify(value)).join(",")})`,
  );
  return code;
}

/**
 * A few lines in the page itself that ask for what its visitor will need while the first script is still on its way
 * (the shell for signed-in users, the configuration for others) and show the frame of the shell. The content security
 * policy, which the server makes from the page, lets these lines run and no others.
 */
export function startHints(): Plugin {
  return {
    name: "offhook:start-hints",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(page, { bundle = {} }) {
        const hints = startHintsOf(bundle as unknown as Bundle, page);
        const asks = `<script>${call(askForFiles, hints, STORED, HOME_AREA)}</script>`;
        const frame = call(showFrame, lookOfShell(), STORED);
        return {
          // Before the first style sheet, because scripts behind one wait for it, and behind the order of the layers.
          html: page.replace("</style>", (end) => `${end}\n    ${asks}`),
          tags: [{ tag: "script", children: frame, injectTo: "body-prepend" }],
        };
      },
    },
  };
}
