import { Textarea } from "@mantine/core";
import { MAX_SMS_LENGTH } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { type ClipboardEvent, memo, type ReactNode, useEffect, useRef } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useSteady } from "../../../platform/rendering/use-steady.ts";
import { conversationKey } from "../store/text-api.ts";
import type { Thread } from "../store/thread.ts";
import { useMessageDesk } from "../use-message-desk.ts";
import { AttachmentTray } from "./attachment-tray.tsx";
import { CommentField } from "./comment-field.tsx";
import { useComposedBody } from "./compose-state.ts";
import classes from "./composer.module.css";
import { ComposerTools } from "./composer-tools.tsx";
import { onEnter } from "./enter-key.ts";
import { GROWING } from "./growing-field.ts";
import { SegmentCounter } from "./segment-counter.tsx";
import { SendBar, SendButton, type WritingMode } from "./send-bar.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { useSending } from "./use-sending.ts";
import { useStateOf } from "./use-state-of.ts";

export interface ComposerProps {
  readonly thread: Thread;
  /** Why no text can be written here; comments still can. */
  readonly closed?: ReactNode;
  /** A text is on its way. */
  readonly onSent?: () => void;
  readonly isFocused?: boolean;
}

/** Where one writes: a text to the other party, or a comment to colleagues. */
export const Composer = memo(Writing);

function Writing({ thread, closed, onSent, isFocused = false }: ComposerProps): ReactNode {
  const desk = useMessageDesk();
  const [mode, setMode] = useStateOf<WritingMode>(thread, "text");
  useEffect(() => {
    // Without limits and templates one can still write; attaching says what is missing.
    desk.loadAids().catch(() => {});
  }, [desk]);
  return (
    <div className={classes.composer} data-mode={mode}>
      {mode === "comment" ? (
        <CommentField key={conversationKey(thread.address)} thread={thread} onMode={setMode} />
      ) : (
        (closed && (
          <div className={classes.closed}>
            {closed}
            <SendBar mode={mode} onMode={setMode} />
          </div>
        )) || <TextField thread={thread} onMode={setMode} onSent={onSent} isFocused={isFocused} />
      )}
    </div>
  );
}

interface TextFieldProps {
  readonly thread: Thread;
  readonly onMode: (mode: WritingMode) => void;
  readonly onSent: (() => void) | undefined;
  readonly isFocused: boolean;
}

function TextField({ thread, onMode, onSent, isFocused }: TextFieldProps): ReactNode {
  const snackbar = useSnackbar();
  const body = useComposedBody(thread);
  const attachments = useAttachments(thread);
  const field = useRef<HTMLTextAreaElement>(null);
  useFileDrop(field, attachments.add);

  const { isEmpty, send, schedule } = useSending(thread, { body, attachments, onSent, field });
  const insert = useSteady((text: string): void => {
    const { selectionStart = body.text.length, selectionEnd = body.text.length } = field.current ?? {};
    body.write(
      (body.text.slice(0, selectionStart) + text + body.text.slice(selectionEnd)).slice(0, MAX_SMS_LENGTH),
    );
    field.current?.focus();
  });
  const take = useSteady(attachments.add);
  const sendNow = useSteady(send);
  return (
    <>
      <AttachmentTray files={attachments.files} isBusy={attachments.isBusy} onRemove={attachments.remove} />
      <Textarea
        ref={field}
        classNames={{ input: classes.input ?? "" }}
        aria-label="Message"
        placeholder="Write a message"
        rightSectionWidth={40}
        rightSection={<SendButton label="Send" isDisabled={isEmpty || attachments.isBusy} onSend={sendNow} />}
        {...GROWING}
        maxLength={MAX_SMS_LENGTH}
        data-autofocus={isFocused || undefined}
        value={body.text}
        onChange={(event) => body.write(event.currentTarget.value)}
        onKeyDown={(event) => onEnter(event, send)}
        onPaste={(event) => attachments.add(takeFiles(event))}
      />
      <SendBar
        mode="text"
        onMode={onMode}
        tools={
          <ComposerTools
            thread={thread}
            body={body}
            isEmpty={isEmpty}
            onFiles={take}
            onInsert={insert}
            onSchedule={schedule}
            onFailed={(failure) => snackbar.show(failureText(failure), { tone: "error" })}
          />
        }
        counter={<SegmentCounter text={body.signed} />}
      />
    </>
  );
}

function takeFiles(event: ClipboardEvent): readonly File[] {
  const files = [...event.clipboardData.files];
  if (files.length > 0) event.preventDefault();
  return files;
}
