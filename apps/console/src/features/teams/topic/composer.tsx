import { ActionIcon } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { EmojiButton, type EmojiMemory } from "@offhook/ui/emoji";
import { Bold, Code, Italic, Paperclip, SendHorizontal, SquareCode, Strikethrough } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { ChosenMention } from "../content/write-content.ts";
import { prepareFile, TOO_LARGE } from "../files/prepare-file.ts";
import type { OutgoingFile } from "../store/outgoing-message.ts";
import type { TopicRecord } from "../store/teams-state.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { VoiceNoteButton } from "../voice-notes/voice-note-button.tsx";
import classes from "./composer.module.css";
import { MentionTextarea, type TextareaHandle } from "./mention-textarea.tsx";
import { PendingFile } from "./outgoing-row.tsx";
import type { Names } from "./use-names.ts";

export interface ComposerProps {
  readonly record: TopicRecord;
  readonly names: Names;
  readonly emojiMemory: EmojiMemory;
  /** The message that is answered, in a thread. */
  readonly reply?: number;
  readonly placeholder: string;
  readonly onEditLast?: () => void;
}

const FORMATS = [
  { label: "Bold", icon: Bold, before: "*", after: "*" },
  { label: "Italic", icon: Italic, before: "_", after: "_" },
  { label: "Strikethrough", icon: Strikethrough, before: "~", after: "~" },
  { label: "Code", icon: Code, before: "`", after: "`" },
  { label: "Code block", icon: SquareCode, before: "```\n", after: "\n```" },
];

/** Where one writes. What is in it stays when one goes elsewhere, also beyond the visit. */
export function Composer(props: ComposerProps): ReactNode {
  const { record, names, emojiMemory, placeholder, onEditLast } = props;
  const field = useRef<TextareaHandle>(null);
  const writing = useWriting(props);
  const { typed, files, isEmpty } = writing;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button beside does the same.
    <div
      className={classes.composer}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void writing.addFiles(event.dataTransfer.files);
      }}
    >
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Files to send">
          {files.map((file) => (
            <li key={file.id}>
              <PendingFile
                file={file}
                onRemove={() => writing.removeFile(file.id)}
                removeLabel={`Remove ${file.file.name}`}
              />
            </li>
          ))}
        </ul>
      )}
      <MentionTextarea
        ref={field}
        label={placeholder}
        placeholder={placeholder}
        value={typed}
        onChange={writing.change}
        record={record}
        names={names}
        onMention={writing.mention}
        onSubmit={writing.send}
        onPaste={(event) => {
          if (event.clipboardData.files.length > 0) void writing.addFiles(event.clipboardData.files);
        }}
        {...(onEditLast ? { onUp: onEditLast } : {})}
      />
      <div className={classes.tools}>
        <AttachButton onFiles={writing.addFiles} />
        <EmojiButton
          memory={emojiMemory}
          label="Insert emoji"
          onPick={(emoji) => field.current?.insert(emoji)}
        />
        <span className={classes.formats} role="toolbar" aria-label="Formatting">
          {FORMATS.map(({ label, icon: Icon, before, after }) => (
            <ActionIcon
              key={label}
              size={34}
              aria-label={label}
              title={label}
              onClick={() => field.current?.wrap(before, after)}
            >
              <Icon size={17} aria-hidden="true" />
            </ActionIcon>
          ))}
        </span>
        <VoiceNoteButton topic={record.topic.id} reply={props.reply} />
        <ActionIcon
          className={classes.send ?? ""}
          variant="filled"
          size={36}
          aria-label="Send"
          disabled={isEmpty}
          onClick={writing.send}
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}

function AttachButton({ onFiles }: { readonly onFiles: (files: FileList) => Promise<void> }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files) void onFiles(files);
          event.currentTarget.value = "";
        }}
      />
      <ActionIcon
        size={34}
        aria-label="Attach files"
        title="Attach files"
        onClick={() => input.current?.click()}
      >
        <Paperclip size={18} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}

function useWriting({ record, reply }: ComposerProps) {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const { id } = record.topic;
  const draftKey = reply === undefined ? id : `${id}:${reply}`;
  const maxBytes = useTeamsState((state) => state.limits?.maxFileUploadSize ?? Number.MAX_SAFE_INTEGER);
  const [typed, setTyped] = useState(() => chat.store.getState().drafts.get(draftKey) ?? "");
  const [mentions, setMentions] = useState<readonly ChosenMention[]>([]);
  const [files, setFiles] = useState<readonly OutgoingFile[]>([]);
  const isEmpty = typed.trim() === "" && files.length === 0;
  const change = (text: string): void => {
    setTyped(text);
    chat.setDraft(draftKey, text);
    if (text !== "") chat.typed(id);
  };
  const addFiles = async (added: FileList): Promise<void> => {
    const fitting = [...added].filter(({ size }) => size <= maxBytes);
    if (fitting.length < added.length) snackbar.show(TOO_LARGE, { tone: "error" });
    const prepared = await Promise.all(fitting.map(prepareFile));
    setFiles((before) => [...before, ...prepared]);
  };
  const send = (): void => {
    if (isEmpty) return;
    chat.outbox.send({ topic: id, typed, mentions, files, reply });
    setTyped("");
    setMentions([]);
    setFiles([]);
    chat.setDraft(draftKey, "");
  };
  return {
    typed,
    files,
    isEmpty,
    change,
    addFiles,
    send,
    mention: (mention: ChosenMention) => setMentions((all) => [...all, mention]),
    removeFile: (fileId: string) => setFiles((all) => all.filter((file) => file.id !== fileId)),
  };
}
