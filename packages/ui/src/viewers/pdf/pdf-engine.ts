import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { pdfjs } from "react-pdf";

// The files that pdf.js asks for by name when a document needs them: character maps for Chinese, Japanese and Korean,
// the fourteen fonts every reader must have, the JPEG 2000 decoder. Served by us, fetched one by one, never bundled in.
// (Vite reads these lines as they stand: the patterns and options cannot be shared.)
const characterMaps = import.meta.glob<string>("../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap", {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});
const standardFonts = import.meta.glob<string>(
  "../../../../../node_modules/pdfjs-dist/standard_fonts/*.{ttf,pfb}",
  { query: "?url&no-inline", import: "default", eager: true },
);
const decoders = import.meta.glob<string>("../../../../../node_modules/pdfjs-dist/wasm/*.wasm", {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});

async function fetchAsset(urls: Record<string, string>, fileName: string): Promise<Uint8Array> {
  const path = Object.keys(urls).find((each) => each.endsWith(`/${fileName}`));
  const url = path === undefined ? undefined : urls[path];
  if (url === undefined) throw new Error(`pdf.js asks for ${fileName}, which is not part of it`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${fileName} could not be fetched: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

class CMapReaderFactory {
  async fetch({ name }: { readonly name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    return { cMapData: await fetchAsset(characterMaps, `${name}.bcmap`), isCompressed: true };
  }
}

class StandardFontDataFactory {
  fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    return fetchAsset(standardFonts, filename);
  }
}

class WasmFactory {
  fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    return fetchAsset(decoders, filename);
  }
}

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** One object for all documents: react-pdf loads the document again whenever it gets another one. */
export const pdfOptions = {
  // The page's policy forbids eval, and a document from elsewhere is the last that should have it.
  isEvalSupported: false,
  useWorkerFetch: false,
  CMapReaderFactory,
  StandardFontDataFactory,
  WasmFactory,
  // Errors only: what odd documents make pdf.js remark helps no user.
  verbosity: 0,
};
