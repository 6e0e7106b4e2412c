import { Button, Checkbox, Group, Modal, ScrollArea, TextInput } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useMemo, useState } from "react";
import { contentSummary } from "../../content/message-content.ts";
import { writeMarks } from "../../content/write-content.ts";
import type { Message } from "../../store/message.ts";
import { sortedTopics } from "../../store/teams-state.ts";
import { canWrite } from "../../store/topic.ts";
import { useTeamsChat, useTeamsState } from "../../teams-context.ts";
import { TopicFace } from "../header/topic-face.tsx";
import type { Names } from "../use-names.ts";
import classes from "./forward-dialog.module.css";

export interface ForwardDialogProps {
  readonly message: Message;
  readonly names: Names;
  readonly onClose: () => void;
}

/** Passes a message on to other chats. */
export function ForwardDialog({ message, names, onClose }: ForwardDialogProps): ReactNode {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const topics = useTeamsState((state) => state.topics);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return sortedTopics(topics).filter(
      ({ topic }) => canWrite(topic) && names.topicName(topic).toLowerCase().includes(wanted),
    );
  }, [topics, names, filter]);
  const toggle = (id: string): void =>
    setChosen((all) => (all.includes(id) ? all.filter((each) => each !== id) : [...all, id]));
  const forward = (): void => {
    for (const topic of chosen)
      chat.outbox.send({
        topic,
        typed: writeMarks(message.content),
        attachments: message.content.attachments,
        forwarded: `${message.topic}:${message.seq}`,
      });
    snackbar.show(chosen.length === 1 ? "Message forwarded" : `Message forwarded to ${chosen.length} chats`);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Forward message">
      <p className={classes.quote}>{contentSummary(message.content)}</p>
      <TextInput
        aria-label="Find a chat"
        placeholder="Find a chat"
        value={filter}
        data-autofocus
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320} mt="sm">
        <ul className={classes.list}>
          {shown.map(({ topic }) => (
            <li key={topic.id}>
              <Checkbox
                styles={{ body: { alignItems: "center" } }}
                className={classes.option ?? ""}
                checked={chosen.includes(topic.id)}
                onChange={() => toggle(topic.id)}
                label={
                  <span className={classes.label}>
                    <TopicFace topic={topic} face={names.ofTopic(topic)} size={28} />
                    {names.topicName(topic)}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} onClick={forward}>
          Forward
        </Button>
      </Group>
    </Modal>
  );
}
