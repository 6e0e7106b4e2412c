import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { routeNotFound } from "./errors/request-errors.ts";
import { type PageOptions, protectPages } from "./guards/security-headers.ts";
import type { InfrastructureRoute } from "./routes/route-guard.ts";

export const CONSOLE_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/*", access: "public", why: "the console's files; they hold no data" },
];

const IMMUTABLE = "public, max-age=31536000, immutable";
const CHECK_FIRST = "no-cache";
/** Addresses that belong to a service: a mistyped one must not be answered with a page. */
const SERVICES = /^\/(api|push|v0|sip|acd\/feed|integrations|metrics|assets)(\/|$)/;
/** Those whose answers always come in the envelope. */
const REST_SERVICES = /^\/(api|integrations)(\/|$)/;
const FILE_NAME = /\.[\w-]+$/;

export interface ConsoleOptions extends Pick<PageOptions, "publicUrl" | "chatUrl"> {
  /** The built console; where it is not there, the server answers without one. */
  readonly folder: string;
}

/** Of these, one changes with whatever is built: the page, and the worker that names every other file. */
const NAMES_BUILD = ["index.html", "service-worker.js"];

/** What the console in this folder is known by. Two builds of one version differ. */
export function consoleBuildOf(folder: string): string {
  const hash = createHash("sha256");
  for (const file of NAMES_BUILD.map((name) => join(folder, name)))
    if (existsSync(file)) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/** Serves the console's files, and its page for every address that only the console knows. */
export async function registerConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  await app.register(async (pages) => {
    const page = join(options.folder, "index.html");
    const isBuilt = existsSync(page);
    const inlineScripts = isBuilt ? inlineScriptsOf(await readFile(page, "utf8")) : [];
    await protectPages(pages, { ...options, inlineScripts });
    if (isBuilt)
      await pages.register(staticFiles, {
        root: options.folder,
        prefix: "/",
        index: ["index.html"],
        dotfiles: "ignore",
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.slice(options.folder.length).replaceAll("\\", "/").includes("/assets/");
          reply.header("cache-control", isHashed ? IMMUTABLE : CHECK_FIRST);
        },
      });
    pages.setNotFoundHandler((request, reply) => {
      const path = request.url.split("?", 1)[0] ?? "/";
      if (REST_SERVICES.test(path)) throw routeNotFound();
      if (isBuilt && isPageOfConsole(request, path)) return reply.sendFile("index.html");
      return answerPlain(reply, isBuilt || path !== "/" ? "Not found" : "The console has not been built yet");
    });
  });
}

function inlineScriptsOf(page: string): readonly string[] {
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
}

function isPageOfConsole(request: FastifyRequest, path: string): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && !SERVICES.test(path) && !FILE_NAME.test(path);
}

function answerPlain(reply: FastifyReply, text: string): FastifyReply {
  return reply.code(404).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
}
