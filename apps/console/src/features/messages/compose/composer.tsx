import { MAX_SMS_LENGTH } from "@offhook/contract";
import { AttachmentTray, ComposerBox, WritingField, type WritingHandle } from "@offhook/ui/conversation";
import { memo, type ReactNode, useCallback, useEffect, useRef } from "react";
import { useSteady } from "../../../platform/rendering/use-steady.ts";
import { conversationKey } from "../store/text-api.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { CommentField } from "./comment-field.tsx";
import { CommentSwitch, type WritingMode } from "./comment-switch.tsx";
import { useComposedBody } from "./compose-state.ts";
import classes from "./composer.module.css";
import { ComposerTools } from "./composer-tools.tsx";
import { SegmentCounter } from "./segment-counter.tsx";
import { useAttachments } from "./use-attachments.ts";
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
  const texts = useTextMessages();
  const [mode, setMode] = useStateOf<WritingMode>(thread, "text");
  useEffect(() => {
    // Without limits and templates one can still write; attaching says what is missing.
    texts.loadAids().catch(() => {});
  }, [texts]);
  return (
    <>
      {mode === "comment" && (
        <CommentField key={conversationKey(thread.address)} thread={thread} onMode={setMode} />
      )}
      {mode === "text" && closed && (
        <div className={classes.closed}>
          {closed}
          <CommentSwitch mode={mode} onMode={setMode} />
        </div>
      )}
      {mode === "text" && !closed && (
        <TextField thread={thread} onMode={setMode} onSent={onSent} isFocused={isFocused} />
      )}
    </>
  );
}

interface TextFieldProps {
  readonly thread: Thread;
  readonly onMode: (mode: WritingMode) => void;
  readonly onSent: (() => void) | undefined;
  readonly isFocused: boolean;
}

function TextField({ thread, onMode, onSent, isFocused }: TextFieldProps): ReactNode {
  const body = useComposedBody(thread);
  const attachments = useAttachments(thread);
  const field = useRef<WritingHandle>(null);
  const { isEmpty, send, schedule } = useSending(thread, { body, attachments, onSent, field });
  const insert = useCallback((text: string) => field.current?.insert(text), []);
  const take = useSteady(attachments.add);
  const sendNow = useSteady(send);
  return (
    <ComposerBox
      sendLabel="Send"
      canSend={!isEmpty && !attachments.isBusy}
      onSend={sendNow}
      onFiles={take}
      tools={
        <>
          <ComposerTools
            thread={thread}
            body={body}
            isEmpty={isEmpty}
            onFiles={take}
            onInsert={insert}
            onSchedule={schedule}
          />
          <CommentSwitch mode="text" onMode={onMode} />
          <SegmentCounter text={body.signed} />
        </>
      }
    >
      <AttachmentTray files={attachments.files} isBusy={attachments.isBusy} onRemove={attachments.remove} />
      <WritingField
        ref={field}
        label="Message"
        placeholder="Write a message"
        maxLength={MAX_SMS_LENGTH}
        isFocused={isFocused}
        value={body.text}
        onChange={body.write}
        onSubmit={send}
        onFiles={attachments.add}
      />
    </ComposerBox>
  );
}
