import type { Plugin } from "vite";

/** The files a first screen runs most of, by the names of their groups. */
const RUN_AT_START = /^(?:start|sign-in|shell|areas|lists|\w+-area)$/;
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Has the functions of these files compiled while the rest of them is still on its way, beside the thread that draws.
 * Without it a browser compiles each function when it is first called, when everyone waits for it. To a browser that
 * does not know the hint it is a comment.
 */
export function compileHints(): Plugin {
  return {
    name: "offhook:compile-hints",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          // It counts only on the first line, where the bundler itself puts things until the very end.
          if (file.type === "chunk" && RUN_AT_START.test(file.name)) file.code = HINT + file.code;
        }
      },
    },
  };
}
