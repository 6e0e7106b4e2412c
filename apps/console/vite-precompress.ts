import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt|wasm)$/;
/** Below this a compressed copy saves less than its own headers. */
const SMALLEST = 1024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `.br` and `.gz` beside each asset once, so that the server never compresses a static file while serving. */
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
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          };
          const [br, gz] = await Promise.all([brotli(source, { params }), deflate(source, { level: 9 })]);
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: br });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: gz });
        }
      },
    },
  };
}
