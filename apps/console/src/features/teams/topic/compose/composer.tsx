import { useSnackbar } from "@offhook/ui";
import {
  AttachButton,
  type AttachedFile,
  AttachmentTray,
  ComposerBox,
  type MentionPerson,
  ToolButton,
  WritingField,
  type WritingHandle,
} from "@offhook/ui/conversation";
import { EmojiButton, type EmojiMemory } from "@offhook/ui/emoji";
import { Bold, Code, Italic, SquareCode, Strikethrough } from "lucide-react";
import { memo, type ReactNode, type RefObject, useRef, useState } from "react";
import { useSteady } from "../../../../platform/rendering/use-steady.ts";
import type { ChosenMention } from "../../content/write-content.ts";
import { prepareFile, TOO_LARGE } from "../../files/prepare-file.ts";
import type { OutgoingFile } from "../../store/outgoing-message.ts";
import type { TopicRecord } from "../../store/teams-state.ts";
import { useTeamsChat, useTeamsState } from "../../teams-context.ts";
import { VoiceNoteButton } from "../../voice-notes/voice-note-button.tsx";
import type { Names } from "../use-names.ts";
import classes from "./composer.module.css";
import { useMentionable } from "./use-mentionable.ts";

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
  const field = useRef<WritingHandle>(null);
  const writing = useWriting(props);
  const people = useMentionable(record, names);
  const sendNow = useSteady(writing.send);
  return (
    <ComposerBox
      sendLabel="Send"
      canSend={!writing.isEmpty}
      onSend={sendNow}
      onFiles={writing.addFiles}
      tools={
        <>
          <AttachButton onFiles={writing.addFiles} />
          <TextTools field={field} emojiMemory={emojiMemory} />
          <VoiceNoteButton key={writing.draftKey} topic={record.topic.id} reply={reply} />
        </>
      }
    >
      <AttachmentTray files={writing.files.map(attachedFile)} onRemove={writing.removeFile} />
      <WritingField
        ref={field}
        label={placeholder}
        placeholder={placeholder}
        about={writing.draftKey}
        value={writing.typed}
        onChange={writing.change}
        mentions={{ people, onMention: writing.mention }}
        onSubmit={writing.send}
        onFiles={writing.addFiles}
        {...(onEditLast ? { onUp: onEditLast } : {})}
      />
    </ComposerBox>
  );
}

function attachedFile({ id, file }: OutgoingFile): AttachedFile {
  const { name, size, type } = file;
  return { id, name, size, type, preview: file };
}

interface TextToolsProps {
  readonly field: RefObject<WritingHandle | null>;
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
        {FORMATS.map(({ label, icon, before, after }) => (
          <ToolButton
            key={label}
            label={label}
            icon={icon}
            onClick={() => field.current?.wrap(before, after)}
          />
        ))}
      </span>
    </>
  );
});

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
  const take = async (added: readonly File[]): Promise<void> => {
    const fitting = added.filter(({ size }) => size <= maxBytes);
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
    addFiles: (added: readonly File[]) => void take(added),
    send,
    mention: ({ id: user, name }: MentionPerson<string>) =>
      choose((before) => ({ mentions: [...before.mentions, { user, name }] })),
    removeFile: (fileId: string) =>
      choose((before) => ({ files: before.files.filter((file) => file.id !== fileId) })),
  };
}
