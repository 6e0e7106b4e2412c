import { Checkbox, ScrollArea, TextInput } from "@mantine/core";
import { Avatar } from "@offhook/ui";
import { type ReactNode, useMemo, useState } from "react";
import { useColleagues } from "../../new/colleagues.ts";
import { sortedTopics } from "../../store/teams-state.ts";
import { canWrite } from "../../store/topic.ts";
import { useTeamsState } from "../../teams-context.ts";
import { statusOf, TopicFace } from "../header/topic-face.tsx";
import { type Names, useNames } from "../use-names.ts";
import classes from "./forward-dialog.module.css";

export interface ChatChoiceProps {
  /** Chats, or colleagues with whom there is none yet. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly face: ReactNode;
}

/** Where something is passed on to: chats, the last one first, then the other colleagues. */
export function ChatChoice({ chosen, onChange }: ChatChoiceProps): ReactNode {
  const [filter, setFilter] = useState("");
  const names = useNames();
  const chats = useChats(names, filter);
  const colleagues = useOtherColleagues(filter);
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <>
      <TextInput
        aria-label="Find a chat"
        placeholder="Find a chat"
        value={filter}
        data-autofocus
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320} mt="sm">
        <ul className={classes.list}>
          {[...chats, ...colleagues].map(({ id, name, face }) => (
            <li key={id}>
              <Checkbox
                styles={{ body: { alignItems: "center" } }}
                className={classes.option ?? ""}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
                label={
                  <span className={classes.label}>
                    {face}
                    {name}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </>
  );
}

const FACE_PX = 28;

function useChats(names: Names, filter: string): readonly Place[] {
  const topics = useTeamsState((state) => state.topics);
  return useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return sortedTopics(topics)
      .map(({ topic }) => topic)
      .filter((topic) => canWrite(topic) && names.topicName(topic).toLowerCase().includes(wanted))
      .map((topic) => ({
        id: topic.id,
        name: names.topicName(topic),
        face: <TopicFace topic={topic} face={names.ofTopic(topic)} size={FACE_PX} />,
      }));
  }, [topics, names, filter]);
}

function useOtherColleagues(filter: string): readonly Place[] {
  const topics = useTeamsState((state) => state.topics);
  return useColleagues(filter)
    .filter(({ id }) => !topics.has(id))
    .map((colleague) => ({
      id: colleague.id,
      name: colleague.shownName,
      face: (
        <Avatar
          name={colleague.name}
          photo={colleague.photo}
          size={FACE_PX}
          status={statusOf(colleague)}
          isDecorative
        />
      ),
    }));
}
