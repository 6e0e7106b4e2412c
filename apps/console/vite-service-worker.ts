import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const ENTRY = fileURLToPath(new URL("./src/service-worker/service-worker.ts", import.meta.url));
const PUBLIC = new URL("./public/", import.meta.url);
const WORKER = "service-worker.js";

/** Larger parts (the PDF engine, the emoji tables) are kept when they are first used, not loaded ahead of it. */
const LARGEST_PRECACHED = 400_000;
/** Pictures of the styles too: the sign of a message that waits is first drawn when there is no network. */
const PART_OF_SHELL = /\.(?:js|css|svg)$/;
/** Of the files in `public`, those the page itself names; the others are fetched when a screen asks for them. */
const PUBLIC_FILES = ["favicon.svg", "icon-192.png", "manifest.webmanifest"];

interface BuiltFile {
  readonly fileName: string;
  readonly source: Uint8Array | string;
}

interface Shell {
  /** `revision` null: the name already says what is in it. */
  readonly precached: readonly { readonly url: string; readonly revision: string | null }[];
  readonly onDemand: readonly string[];
}

function revisionOf(source: Uint8Array | string): string {
  return createHash("sha256").update(source).digest("hex").slice(0, 16);
}

function shellOf(assets: readonly BuiltFile[], files: readonly BuiltFile[]): Shell {
  const hashed = assets.filter(({ fileName }) => fileName.startsWith("assets/"));
  const pages = assets.filter(({ fileName }) => fileName === "index.html");
  // What the page names it cannot start without, whatever its size.
  const isNamedByPage = (fileName: string): boolean =>
    pages.some(({ source }) => source.toString().includes(fileName));
  const isPrecached = ({ fileName, source }: BuiltFile): boolean =>
    PART_OF_SHELL.test(fileName) && (source.length <= LARGEST_PRECACHED || isNamedByPage(fileName));
  const named = [...pages, ...files];
  return {
    precached: [
      ...named.map(({ fileName, source }) => ({ url: `/${fileName}`, revision: revisionOf(source) })),
      ...hashed.filter(isPrecached).map(({ fileName }) => ({ url: `/${fileName}`, revision: null })),
    ],
    onDemand: hashed.filter((file) => !isPrecached(file)).map(({ fileName }) => `/${fileName}`),
  };
}

/** One file without imports: module workers are not for every browser we serve. */
async function compile(shell: Shell): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { __SHELL__: JSON.stringify(shell), "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: { input: ENTRY, output: { format: "iife", entryFileNames: WORKER } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && "output" in output ? output.output.find(({ type }) => type === "chunk") : undefined;
  if (chunk?.type !== "chunk") throw new Error("The service worker did not compile to one file");
  return chunk.code;
}

/** Builds the service worker last, when the names of all files of the build are known. */
export function serviceWorker(): Plugin {
  return {
    name: "offhook:service-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const assets = Object.values(bundle).map((file) => ({
          fileName: file.fileName,
          source: file.type === "chunk" ? file.code : Buffer.from(file.source),
        }));
        const files = await Promise.all(
          PUBLIC_FILES.map(async (fileName) => ({
            fileName,
            source: await readFile(new URL(fileName, PUBLIC)),
          })),
        );
        this.emitFile({ type: "asset", fileName: WORKER, source: await compile(shellOf(assets, files)) });
      },
    },
  };
}
