import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import clip from "../samples/clip.webm?url";
import lockedUrl from "../samples/locked.pdf?url";
import { makePdf } from "../samples/make-pdf.ts";
import { ImageViewer } from "../viewers/image/image-viewer.tsx";
import { PdfDialog } from "../viewers/pdf/pdf-dialog.tsx";
import { PdfViewer } from "../viewers/pdf/pdf-viewer.tsx";
import { VideoDialog } from "../viewers/video/video-dialog.tsx";
import { VideoPlayer } from "../viewers/video/video-player.tsx";
import classes from "./gallery.module.css";
import { sampleImages } from "./samples.ts";
import { Shelf, Specimen } from "./specimen.tsx";

const nothing = (): void => {};
const document = makePdf(Array.from({ length: 12 }, (_, index) => `Fax page ${index + 1}`));

// Not an address that is missing: the browser would report that as an error of the page.
const tornVideo = URL.createObjectURL(new Blob(["torn"], { type: "video/webm" }));

export function ViewersShelf(): ReactNode {
  const [open, setOpen] = useState<"image" | "video" | "document" | "locked">();
  const [index, setIndex] = useState(0);
  const close = (): void => setOpen(undefined);
  return (
    <Shelf title="Viewers">
      <Specimen name="Over the page">
        <div className={classes.row}>
          <Button variant="default" onClick={() => setOpen("image")}>
            Images
          </Button>
          <Button variant="default" onClick={() => setOpen("document")}>
            Document
          </Button>
          <Button variant="default" onClick={() => setOpen("locked")}>
            Protected document
          </Button>
          <Button variant="default" onClick={() => setOpen("video")}>
            Video
          </Button>
        </div>
      </Specimen>
      <Specimen name="Video in a message">
        <VideoPlayer name="Greeting" source={clip} onDownload={nothing} onDelete={nothing} />
      </Specimen>
      <Specimen name="Video that cannot be loaded">
        <VideoPlayer name="Gone" source={tornVideo} />
      </Specimen>
      <Specimen name="Document" isWide>
        <div style={{ height: 520 }}>
          <PdfViewer name="Fax from (212) 555-0131.pdf" source={{ blob: document }} onDownload={nothing} />
        </div>
      </Specimen>
      <ImageViewer
        isOpen={open === "image"}
        images={sampleImages}
        index={index}
        onIndexChange={setIndex}
        onClose={close}
        onDownload={nothing}
      />
      <PdfDialog isOpen={open === "document"} name="Fax.pdf" source={{ blob: document }} onClose={close} />
      <PdfDialog isOpen={open === "locked"} name="Locked.pdf" source={{ url: lockedUrl }} onClose={close} />
      <VideoDialog isOpen={open === "video"} name="Greeting" source={clip} onClose={close} />
    </Shelf>
  );
}
