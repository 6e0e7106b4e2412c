import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt|wasm)$/;
/** Below this a compressed copy saves less than its own headers. */
const SMALLEST = 1024;
/** Half a second for all files together; the best one takes a quarter of a minute. */
const QUICK = 6;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes a compressed copy beside each file, so that the server never compresses while serving. Here a quick one: the
 * smallest possible (`scripts/run/compress.mjs`) is made when the server runs already. Only files that keep their name
 * from build to build get theirs at once, since a late copy could be of the build before.
 */
export function precompress(): Plugin {
  return {
    name: "offhook:precompress",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => COMPRESSIBLE.test(fileName));
        for (const file of files) {
          const source = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (source.length < SMALLEST) continue;
          const add = (ending: string, copy: Uint8Array): unknown =>
            this.emitFile({ type: "asset", fileName: `${file.fileName}.${ending}`, source: copy });
          add("gz", await deflate(source, { level: QUICK }));
          if (!file.fileName.startsWith("assets/")) add("br", await brotli(source));
        }
      },
    },
  };
}
