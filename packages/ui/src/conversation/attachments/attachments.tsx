import { type ComponentType, type ReactNode, useState } from "react";
import { AudioPlayer } from "../../players/audio-player.tsx";
import type { FileViewerProps, ViewedFile } from "../../viewers/file-viewer.tsx";
import classes from "./attachments.module.css";
import { FileCard } from "./file-card.tsx";
import type { MessageFile } from "./message-file.ts";
import { PictureTile } from "./picture-tile.tsx";
import { type FileAddress, type ShowFile, useAddresses } from "./use-addresses.ts";

export interface AttachmentsProps {
  readonly files: readonly MessageFile[];
  /** Left out: the files' sources are addresses. */
  readonly show?: ShowFile | undefined;
  readonly onDownload: (file: MessageFile) => void;
  /** The `FileViewer`, which is large: the application loads it when a file is first opened. */
  readonly viewer: ComponentType<FileViewerProps>;
}

/** The files of a message: pictures side by side, sounds with their player, everything else as cards. */
export function Attachments({ files, show, onDownload, viewer: Viewer }: AttachmentsProps): ReactNode {
  const [openedSource, setOpened] = useState<string>();
  const opened = files.find(({ source }) => source === openedSource);
  const wanted = files.filter((file) => isShownInPlace(file) || file === opened);
  const addresses = useAddresses(
    wanted.map(({ source }) => source),
    show,
  );
  if (files.length === 0) return null;
  const pictures = files.filter(isPicture);
  const open = ({ source }: MessageFile): void => {
    setOpened(source);
    if (addresses.of(source).name === "failed") addresses.retry();
  };
  const viewed = opened ? viewedFiles(isPicture(opened) ? pictures : [opened], addresses.of) : [];
  return (
    <>
      <ul className={classes.list} aria-label="Attachments" data-alone={files.length === 1 || undefined}>
        {[...pictures, ...files.filter((file) => !isPicture(file))].map((file) => (
          <li key={file.source} data-tile={(isPicture(file) && pictures.length > 1) || undefined}>
            <Attachment
              file={file}
              address={addresses.of(file.source)}
              isOpening={file === opened}
              isAlone={pictures.length === 1}
              onOpen={() => open(file)}
              onDownload={() => onDownload(file)}
            />
          </li>
        ))}
      </ul>
      {opened && (
        <Viewer
          files={viewed.map(([, shown]) => shown)}
          index={viewed.findIndex(([file]) => file === opened)}
          onIndexChange={(index) => setOpened((viewed[index]?.[0] ?? opened).source)}
          onDownload={() => onDownload(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const isPicture = ({ kind }: MessageFile): boolean => kind === "image";

/** Recordings of some phones (AMR) are sounds that browsers cannot play. */
function canPlay({ kind, type }: MessageFile): boolean {
  return kind === "audio" && document.createElement("audio").canPlayType(type) !== "";
}

const isShownInPlace = (file: MessageFile): boolean => isPicture(file) || canPlay(file);

function viewedFiles(
  files: readonly MessageFile[],
  addressOf: (source: string) => FileAddress,
): readonly (readonly [MessageFile, ViewedFile])[] {
  return files.flatMap((file) => {
    const shown = addressOf(file.source);
    const kind = file.kind === "pdf" || file.kind === "video" ? file.kind : "image";
    return shown.name === "there" ? [[file, { kind, name: file.name, address: shown.address }] as const] : [];
  });
}

interface AttachmentProps {
  readonly file: MessageFile;
  readonly address: FileAddress;
  /** The user has opened it; it may still be on its way. */
  readonly isOpening: boolean;
  readonly isAlone: boolean;
  readonly onOpen: () => void;
  readonly onDownload: () => void;
}

function Attachment(props: AttachmentProps): ReactNode {
  const { file, address, isOpening, isAlone, onOpen, onDownload } = props;
  if (isPicture(file)) return <PictureTile {...{ file, address, isAlone, onOpen, onDownload }} />;
  if (canPlay(file) && address.name !== "failed")
    return (
      <div className={classes.sound}>
        <span className={classes.fileName}>{file.name}</span>
        <AudioPlayer
          label={file.name}
          url={address.name === "there" ? address.address : undefined}
          duration={(file.duration ?? 0) / 1000}
          onDownload={onDownload}
        />
      </div>
    );
  const canOpen = file.kind === "pdf" || file.kind === "video";
  return (
    <FileCard
      file={file}
      state={isOpening ? address.name : "there"}
      onOpen={canOpen ? onOpen : undefined}
      onDownload={onDownload}
    />
  );
}
