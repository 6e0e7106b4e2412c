import { Button } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { useFileDrop } from "@offhook/ui/file-drop";
import { FileUp } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LaidPage } from "./composed-pages.ts";
import { movedPage, turnedPage } from "./composed-pages.ts";
import classes from "./new-fax.module.css";
import { PagePreview } from "./page-preview.tsx";
import { PageTile } from "./page-tile.tsx";
import { useComposed, useComposing } from "./use-composing.ts";

const ACCEPT =
  ".pdf,.png,.jpg,.jpeg,.heic,.heif,.tif,.tiff,.txt,.doc,.docx,.odt,.rtf,.xls,.xlsx,.ods,.ppt,.pptx,.odp";

/** The pages of the fax: added by drop, paste or picker, put in order, turned, removed and looked at. */
export function PageTray(): ReactNode {
  const composing = useComposing();
  const pages = useComposed((state) => state.pages);
  const documents = useComposed((state) => state.documents);
  const [preview, setPreview] = useState<string>();
  const [told, setTold] = useState("");
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const take = useTakeFiles();
  useFileDrop(box, take);
  usePastedFiles(take);
  const move = (key: string, to: number): void => {
    const moved = movedPage(pages, key, to);
    if (moved === pages) return;
    composing.change({ pages: moved });
    setTold(`Moved to place ${moved.findIndex((page) => page.key === key) + 1} of ${moved.length}`);
    // A tile that moves leaves the document for a moment.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-page="${key}"]`)?.focus());
  };
  return (
    <section ref={box} className={classes.tray} aria-label="Pages">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        accept={ACCEPT}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = "";
        }}
      />
      {pages.length > 0 && (
        <ol className={classes.tiles}>
          {pages.map((page, index) => (
            <PageTile
              key={page.key}
              page={page}
              index={index}
              count={pages.length}
              document={documents.get(page.document)}
              onOpen={() => setPreview(page.key)}
              onLost={(address) => composing.renewThumbnail(page.document, address)}
              onMove={(to) => move(page.key, to)}
              onDropped={(key) => move(key, index)}
              onTurn={() => composing.change({ pages: turnedPage(pages, page.key) })}
              onRemove={() => composing.removePage(page.key)}
            />
          ))}
        </ol>
      )}
      <div className={classes.add} data-empty={pages.length === 0 || undefined}>
        <Button
          variant="default"
          leftSection={<FileUp size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          Add files
        </Button>
        {pages.length === 0 ? (
          <span className={classes.note}>or drop or paste them here: PDF, pictures, text, Office files</span>
        ) : (
          <span className={`${classes.note} ${classes.hint}`}>
            Drag pages to change their order, or press Alt and an arrow key.
          </span>
        )}
      </div>
      <div role="status" className={classes.told}>
        {told}
      </div>
      {preview !== undefined && (
        <PagePreview pages={pages.filter(isReady)} first={preview} onClose={() => setPreview(undefined)} />
      )}
    </section>
  );
}

function isReady(page: LaidPage): boolean {
  return page.page !== null;
}

function useTakeFiles(): (files: readonly File[]) => void {
  const composing = useComposing();
  const snackbar = useSnackbar();
  return (files) => composing.addFiles(files, (problem) => snackbar.show(problem, { tone: "error" }));
}

/** Pictures and files out of the clipboard, wherever the focus is on this page; text goes into its field. */
function usePastedFiles(take: (files: readonly File[]) => void): void {
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => pasted(event);
    window.addEventListener("paste", listen);
    return () => window.removeEventListener("paste", listen);
  }, []);
}
