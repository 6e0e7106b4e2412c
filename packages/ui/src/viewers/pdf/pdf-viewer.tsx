import { lazy, type ReactNode, Suspense } from "react";
import { PdfPlaceholder } from "./pdf-placeholder.tsx";
import type { PdfViewProps } from "./pdf-view.tsx";

const PdfView = lazy(async () => {
  const { PdfView: View } = await import("./pdf-view.tsx");
  return { default: View };
});

export type PdfViewerProps = PdfViewProps;

/** Fills its container. The engine, half a megabyte, comes with the first document. */
export function PdfViewer(props: PdfViewerProps): ReactNode {
  return (
    <Suspense fallback={<PdfPlaceholder />}>
      <PdfView {...props} />
    </Suspense>
  );
}
