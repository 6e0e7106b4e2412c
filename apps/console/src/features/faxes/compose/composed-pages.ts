import type { FaxDocument, FaxRotation } from "@offhook/contract";
import type { ComposedPage } from "../outbox/outgoing-fax.ts";

/** A page, or a whole file that was not read yet, as it lies in the composer. */
export type LaidPage = ComposedPage & { readonly key: string };

let laid = 0;

export function layPage(page: ComposedPage): LaidPage {
  laid += 1;
  return { ...page, key: `page-${laid}` };
}

/** Pure. The page moved to another place; the same list where it stands there already. */
export function movedPage(pages: readonly LaidPage[], key: string, to: number): readonly LaidPage[] {
  const from = pages.findIndex((page) => page.key === key);
  const place = Math.max(0, Math.min(pages.length - 1, to));
  if (from < 0 || from === place) return pages;
  const moved = pages.filter((page) => page.key !== key);
  // Found above.
  moved.splice(place, 0, pages[from] as LaidPage);
  return moved;
}

const QUARTER = 90;
const FULL = 360;

/** Pure. A quarter turn clockwise. */
export function turnedPage(pages: readonly LaidPage[], key: string): readonly LaidPage[] {
  return pages.map((page) =>
    page.key === key ? { ...page, rotate: ((page.rotate + QUARTER) % FULL) as FaxRotation } : page,
  );
}

/** The pages of a file in place of the file, turned as it was. */
export function unfolded(pages: readonly LaidPage[], document: FaxDocument): readonly LaidPage[] {
  return pages.flatMap((page) => {
    if (page.document !== document.id || page.page !== null) return [page];
    return document.pages.map((_thumbnail, index) =>
      layPage({ document: document.id, page: index + 1, rotate: page.rotate }),
    );
  });
}
