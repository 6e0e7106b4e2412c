import type { IncomingMessage, ServerResponse } from "node:http";

interface TestPageServer {
  readonly config: { readonly server: { readonly watch?: unknown } };
  readonly middlewares: {
    use(handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => void): unknown;
  };
}

/**
 * For tests in a browser. Each file has a frame of its own, which loads some hundreds of modules: left to itself the
 * browser asks for every one of them anew, and compiles it anew.
 */
export function cachedModules() {
  return {
    name: "cached-modules",
    // Before Vitest forbids it, for the sake of modules that a test replaces: ours replace none.
    enforce: "pre" as const,
    configureServer({ config, middlewares }: TestPageServer): void {
      // While somebody writes, they change.
      if (config.server.watch !== null) return;
      middlewares.use((_request, response, next) => {
        const setHeader = response.setHeader.bind(response);
        response.setHeader = (name, value) =>
          setHeader(name, name === "Cache-Control" && value === "no-cache" ? "max-age=86400" : value);
        next();
      });
    },
  };
}
