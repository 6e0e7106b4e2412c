import type { FaxDetails } from "@offhook/contract";
import { isAddressOver } from "@offhook/kernel";
import { LoadError } from "@offhook/ui";
import { PdfViewer } from "@offhook/ui/pdf-viewer";
import { SegmentedControl } from "@offhook/ui/segmented-control";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { faxFileName } from "../fax-words.ts";
import { type FaxPaper, useFaxDownload, useFaxFile } from "../use-fax-file.ts";
import classes from "./fax-detail.module.css";

const PAPERS: readonly { readonly value: FaxPaper; readonly label: string }[] = [
  { value: "pages", label: "Pages" },
  { value: "receipt", label: "Receipt" },
];

export interface FaxPagesProps {
  readonly fax: FaxDetails;
  readonly startPage: number | undefined;
}

/** What was sent or received, to read, print and download; of a sent one also its receipt. */
export function FaxPages({ fax, startPage }: FaxPagesProps): ReactNode {
  const [chosen, setChosen] = useState<FaxPaper>("pages");
  const paper = fax.has_receipt ? chosen : "pages";
  return (
    <section className={classes.pages} aria-label={paper === "pages" ? "Fax pages" : "Receipt"}>
      {fax.has_receipt && (
        <SegmentedControl size="xs" aria-label="Show" segments={PAPERS} value={paper} onChange={setChosen} />
      )}
      <Paper key={`${paper} ${fax.fileData?.bytes}`} fax={fax} paper={paper} startPage={startPage} />
    </section>
  );
}

function Paper({ fax, paper, startPage }: FaxPagesProps & { readonly paper: FaxPaper }): ReactNode {
  const hasFile = paper === "receipt" || fax.fileData !== null;
  const { data, isError, isFetching, refetch } = useFaxFile(fax, paper, hasFile);
  const download = useFaxDownload();
  const { browser } = usePlatform();
  const open = async (known: string): Promise<void> => {
    const isOver = isAddressOver(known, browser.clock.now());
    const url = isOver ? (await refetch()).data?.url : known;
    if (url !== undefined) window.open(url, "_blank", "noopener");
  };
  const name = paper === "pages" ? faxFileName(fax) : `receipt-${faxFileName(fax)}`;
  if (!hasFile) return <p className={classes.note}>The pages are not ready yet.</p>;
  if (isError && !data) {
    return (
      <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
        The pages could not be loaded.
      </LoadError>
    );
  }
  return (
    <div className={classes.viewer}>
      {data && (
        <PdfViewer
          source={{ url: data.url }}
          name={name}
          startPage={paper === "pages" ? startPage : undefined}
          hasThumbnails
          onOpen={() => void open(data.url)}
          onDownload={() => download(fax, paper, name)}
        />
      )}
    </div>
  );
}
