import { useSnackbar } from "@offhook/ui";
import { EmojiButton, type EmojiMemory } from "@offhook/ui/emoji";
import { Bold, Code, Italic, Paperclip, SendHorizontal, SquareCode, Strikethrough } from "lucide-react";
import { memo, type ReactNode, type RefObject, useRef, useState } from "react";
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

/** Where one writes. What is in it stays when one goes elsewhere, what is typed also beyond the visit. */
export function Composer(props: ComposerProps): ReactNode {
  const { record, names, emojiMemory, placeholder, onEditLast, reply } = props;
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
        <TextTools field={field} emojiMemory={emojiMemory} />
        <VoiceNoteButton key={writing.draftKey} topic={record.topic.id} reply={reply} />
        <button
          type="button"
          className={classes.send}
          aria-label="Send"
          title="Send"
          disabled={isEmpty}
          onClick={writing.send}
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

interface TextToolsProps {
  readonly field: RefObject<TextareaHandle | null>;
  readonly emojiMemory: EmojiMemory;
}

/** The same in every topic, and with every key that is pressed: drawn once. */
const TextTools = memo(function TextTools({ field, emojiMemory }: TextToolsProps): ReactNode {
  return (
    <>
      <EmojiButton
        memory={emojiMemory}
        label="Insert emoji"
        onPick={(emoji) => field.current?.insert(emoji)}
      />
      <span className={classes.formats} role="toolbar" aria-label="Formatting">
        {FORMATS.map(({ label, icon: Icon, before, after }) => (
          <button
            key={label}
            type="button"
            className={classes.tool}
            aria-label={label}
            title={label}
            onClick={() => field.current?.wrap(before, after)}
          >
            <Icon size={17} aria-hidden="true" />
          </button>
        ))}
      </span>
    </>
  );
});

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
      <button
        type="button"
        className={classes.tool}
        aria-label="Attach files"
        title="Attach files"
        onClick={() => input.current?.click()}
      >
        <Paperclip size={18} aria-hidden="true" />
      </button>
    </>
  );
}

/** What was chosen for a message besides its words. */
interface Chosen {
  readonly mentions: readonly ChosenMention[];
  readonly files: readonly OutgoingFile[];
}

const NOTHING: Chosen = { mentions: [], files: [] };

function useWriting({ record, reply }: ComposerProps) {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const { id } = record.topic;
  const draftKey = reply === undefined ? id : `${id}:${reply}`;
  const maxBytes = useTeamsState((state) => state.limits?.maxFileUploadSize ?? Number.MAX_SAFE_INTEGER);
  const typed = useTeamsState((state) => state.drafts.get(draftKey) ?? "");
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map());
  const { mentions, files } = chosen.get(draftKey) ?? NOTHING;
  const choose = (change: (before: Chosen) => Partial<Chosen>): void =>
    setChosen((all) => {
      const before = all.get(draftKey) ?? NOTHING;
      return new Map(all).set(draftKey, { ...before, ...change(before) });
    });
  const isEmpty = typed.trim() === "" && files.length === 0;
  const change = (text: string): void => {
    chat.setDraft(draftKey, text);
    if (text !== "") chat.typed(id);
  };
  const addFiles = async (added: FileList): Promise<void> => {
    const fitting = [...added].filter(({ size }) => size <= maxBytes);
    if (fitting.length < added.length) snackbar.show(TOO_LARGE, { tone: "error" });
    const prepared = await Promise.all(fitting.map(prepareFile));
    choose((before) => ({ files: [...before.files, ...prepared] }));
  };
  const send = (): void => {
    if (isEmpty) return;
    chat.outbox.send({ topic: id, typed, mentions, files, reply });
    choose(() => NOTHING);
    chat.setDraft(draftKey, "");
  };
  return {
    draftKey,
    typed,
    files,
    isEmpty,
    change,
    addFiles,
    send,
    mention: (mention: ChosenMention) => choose((before) => ({ mentions: [...before.mentions, mention] })),
    removeFile: (fileId: string) =>
      choose((before) => ({ files: before.files.filter((file) => file.id !== fileId) })),
  };
}
