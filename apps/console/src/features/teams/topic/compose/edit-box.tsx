import { Button } from "@mantine/core";
import { WritingField } from "@offhook/ui/conversation";
import { type ReactNode, useState } from "react";
import { type ChosenMention, writeMarks } from "../../content/write-content.ts";
import { ChatFailure } from "../../link/chat-failure.ts";
import type { Message } from "../../store/message.ts";
import type { TopicRecord } from "../../store/teams-state.ts";
import type { MessageActs } from "../message/message-scene.ts";
import type { Names } from "../use-names.ts";
import classes from "./edit-box.module.css";
import { useMentionable } from "./use-mentionable.ts";

export interface EditBoxProps {
  readonly message: Message;
  readonly acts: MessageActs;
  readonly record: TopicRecord;
  readonly names: Names;
}

/** Another wording for an own message, in its place. */
export function EditBox({ message, acts, record, names }: EditBoxProps): ReactNode {
  const [typed, setTyped] = useState(() => writeMarks(message.content));
  const [mentions, setMentions] = useState<readonly ChosenMention[]>(() => mentionsIn(message));
  const people = useMentionable(record, names);
  const [error, setError] = useState<string>();
  const isEmpty = typed.trim() === "" && message.content.attachments.length === 0;
  const save = (): void => {
    if (isEmpty) return;
    acts.saveEdit(message, typed, mentions).catch((failure: unknown) => {
      setError(failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later");
    });
  };
  return (
    <div className={classes.box}>
      <WritingField
        label="Edit message"
        value={typed}
        onChange={setTyped}
        mentions={{
          people,
          onMention: ({ id, name }) => setMentions((all) => [...all, { user: id, name }]),
        }}
        onSubmit={save}
        onEscape={() => acts.startEdit(undefined)}
        isFocused
      />
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="xs" disabled={isEmpty} onClick={save}>
          Save
        </Button>
        <Button size="xs" variant="default" onClick={() => acts.startEdit(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function mentionsIn({ content }: Message): readonly ChosenMention[] {
  return content.spans.flatMap(({ kind, value, start, end }) =>
    kind === "mention" && value !== undefined
      ? [{ user: value, name: content.text.slice(start + 1, end) }]
      : [],
  );
}
