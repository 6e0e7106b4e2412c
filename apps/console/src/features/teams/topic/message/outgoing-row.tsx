import { Avatar } from "@offhook/ui";
import { PendingFiles, SendFailure } from "@offhook/ui/conversation";
import { clockTime } from "@offhook/ui/format";
import { memo, type ReactNode } from "react";
import { readContent } from "../../content/message-content.ts";
import { writeContent } from "../../content/write-content.ts";
import type { OutgoingFile, OutgoingMessage } from "../../store/outgoing-message.ts";
import { useTeamsChat, useTeamsState } from "../../teams-context.ts";
import type { Names } from "../use-names.ts";
import classes from "./message-row.module.css";
import { MessageText } from "./message-text.tsx";
import { Receipt } from "./receipt.tsx";

export interface OutgoingRowProps {
  readonly outgoing: OutgoingMessage;
  readonly isContinued: boolean;
  readonly names: Names;
  readonly timeZone: string;
}

/** A message on its way: shown as it will stand there, with what it waits for. */
export const OutgoingRow = memo(function OutgoingRow(props: OutgoingRowProps): ReactNode {
  const { outgoing, isContinued, names, timeZone } = props;
  const ownId = useTeamsState((state) => state.ownId);
  const { typed, mentions, files, state } = outgoing;
  const isRefused = state.name === "refused";
  const face = names.faceOf(ownId);
  const content = readContent(writeContent({ typed, mentions }).content);
  return (
    <article
      className={`${classes.row} ${classes.outgoing}`}
      data-continued={isContinued || undefined}
      data-state={state.name}
      aria-label={`${face.name ?? "You"}, ${isRefused ? "not sent" : "sending"}`}
    >
      {!isContinued && (
        <span className={classes.side}>
          <Avatar name={face.name} photo={face.photo} size={34} isDecorative />
        </span>
      )}
      {!isContinued && (
        <header className={classes.head}>
          <span className={classes.name}>{face.name}</span>
          <time className={classes.time}>{clockTime(outgoing.createdAt, timeZone)}</time>
        </header>
      )}
      {content.text !== "" && (
        <div className={classes.text}>
          <MessageText content={content} ownId={ownId} />
        </div>
      )}
      <OutgoingFiles message={outgoing} files={files} />
      {isRefused && <Failure id={outgoing.id} reason={state.reason} />}
      <Receipt status={isRefused ? "failed" : "sending"} readBy={[]} nameOf={names.nameOf} isGroup={false} />
    </article>
  );
});

function Failure({ id, reason }: { readonly id: string; readonly reason: string }): ReactNode {
  const { outbox } = useTeamsChat();
  return (
    <div className={classes.failure} role="alert">
      <SendFailure onRetry={() => outbox.resend(id)} onDiscard={() => outbox.discard(id)}>
        Not sent{reason ? `: ${reason}` : ""}
      </SendFailure>
    </div>
  );
}

interface OutgoingFilesProps {
  readonly message: OutgoingMessage;
  readonly files: readonly OutgoingFile[];
}

function OutgoingFiles({ message, files }: OutgoingFilesProps): ReactNode {
  const { outbox } = useTeamsChat();
  const pending = files.map(({ id, file: { name, type, size }, progress, uploaded }) => ({
    id,
    name,
    type,
    size,
    progress,
    onCancel: uploaded ? undefined : () => outbox.cancelUpload(message.id, id),
  }));
  return <PendingFiles files={pending} />;
}
