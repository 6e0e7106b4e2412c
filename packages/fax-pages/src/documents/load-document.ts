import { FaxDocumentError, MAX_DOCUMENT_BYTES } from "../fax-document-error.ts";
import { officeToPdf } from "./office-document.ts";
import type { OpenDocument } from "./open-document.ts";
import { openPdf } from "./pdf-document.ts";
import { openPicture } from "./picture-document.ts";
import { sniffType, textOf } from "./sniff-type.ts";
import { openTiff } from "./tiff-document.ts";

/** Opens what its bytes say it is. Whatever goes wrong is a `FaxDocumentError`. */
export async function loadDocument(
  bytes: Uint8Array,
  { name, office }: { readonly name: string; readonly office: string | undefined },
): Promise<OpenDocument> {
  if (bytes.length === 0) throw new FaxDocumentError("empty");
  if (bytes.length > MAX_DOCUMENT_BYTES) throw new FaxDocumentError("tooLarge");
  const type = sniffType(bytes);
  switch (type) {
    case "pdf":
      return openPdf(bytes);
    case "picture":
      return openPicture(bytes);
    case "tiff":
      return openTiff(bytes);
    case "heic":
      return openHeic(bytes);
    case "office":
      return openPdf(await officeToPdf(bytes, office));
    case "text":
      return openText(textOf(bytes) ?? "", name);
    case "unknown":
      throw new FaxDocumentError("unknownType");
  }
}

/** What writes PDF is loaded when it is needed: it takes longer to load than a page to draw. */
async function openText(text: string, name: string): Promise<OpenDocument> {
  const { textToPdf } = await import("./text-document.ts");
  return openPdf(await textToPdf(text, name));
}

/** Some builds of the picture library have the decoder, which is not free of patents; ours does not. */
async function openHeic(bytes: Uint8Array): Promise<OpenDocument> {
  try {
    const picture = await openPicture(bytes);
    await picture.draw({ page: 0, rotate: 0, width: 8, height: 8 });
    return picture;
  } catch (error) {
    if (error instanceof FaxDocumentError && error.code === "tooManyPixels") throw error;
    throw new FaxDocumentError("heic", { cause: error });
  }
}
