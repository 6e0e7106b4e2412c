import { Menu, ScrollArea, TextInput } from "@mantine/core";
import type { Person } from "@offhook/contract";
import { Avatar, type Presence } from "@offhook/ui";
import { Check, Search, UserRoundX } from "lucide-react";
import { createContext, type ReactElement, type ReactNode, useContext, useState } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePeople } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import classes from "./assign-menu.module.css";
import type { Assignee } from "./task-acts.ts";
import type { TaskSourceRef } from "./task-glance.ts";

/** What is to be assigned. Read by the open menu alone, so that the closed one stays as it is for any other. */
export const AssignedSource = createContext<TaskSourceRef | undefined>(undefined);

export interface AssignMenuProps {
  /** The current assignee; undefined while there is no task. */
  readonly assignedTo: number | null | undefined;
  readonly onAssign: (assignee: Assignee) => void;
  /** The button. */
  readonly children: ReactElement;
}

const PRESENCES: readonly Presence[] = ["offline", "online", "away"];
/** From so many people on a field to search in is quicker than looking. */
const MANY = 8;
const LIST_HEIGHT = 280;

/** The people who see the source, with their presence; the user assigns the task to one of them. */
export function AssignMenu({ assignedTo, onAssign, children }: AssignMenuProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu position="bottom-end" width={260} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {isOpen && <PeopleOfSource assignedTo={assignedTo} onAssign={onAssign} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function usePeopleOf({ source, source_id, sms_line }: TaskSourceRef): {
  readonly people: readonly Person[] | undefined;
  readonly hasFailed: boolean;
} {
  const { client } = usePlatform();
  const { id: userId } = useUser();
  const byUserId = usePeople((state) => state.byUserId);
  const { data, isError } = useQuery({
    queryKey: ["task-people", source, source_id, sms_line],
    queryFn: () =>
      client.listTaskPeople({
        query: { source, source_id, ...(sms_line === undefined ? {} : { sms_line }) },
      }),
    staleTime: 60_000,
  });
  const people = data?.user_ids
    .flatMap((id) => byUserId.get(id) ?? [])
    // The user first: taking a task is what people do most.
    .sort(
      (one, other) =>
        Number(other.user_id === userId) - Number(one.user_id === userId) || compare(one, other),
    );
  return { people, hasFailed: isError };
}

/** People who are online come before the others. */
function compare(one: Person, other: Person): number {
  return Number(other.presence === 1) - Number(one.presence === 1) || one.name.localeCompare(other.name);
}

type Choosing = Omit<AssignMenuProps, "children">;

function PeopleOfSource(props: Choosing): ReactNode {
  const source = useContext(AssignedSource);
  return source && <People source={source} {...props} />;
}

function People({ source, assignedTo, onAssign }: Choosing & { readonly source: TaskSourceRef }): ReactNode {
  const { id: userId } = useUser();
  const { people, hasFailed } = usePeopleOf(source);
  const [wanted, setWanted] = useState("");
  if (hasFailed) return <Menu.Label>The people of this line could not be loaded.</Menu.Label>;
  if (!people) return <Menu.Label>Loading…</Menu.Label>;
  const shown = people.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <>
      <Menu.Label>Assign to</Menu.Label>
      {people.length > MANY && (
        <TextInput
          className={classes.search}
          size="xs"
          aria-label="Search people"
          placeholder="Search people"
          leftSection={<Search size={14} aria-hidden="true" />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <ScrollArea.Autosize mah={LIST_HEIGHT} type="auto">
        {shown.map((person) => (
          <PersonItem
            key={person.user_id}
            person={person}
            isSelf={person.user_id === userId}
            isChosen={person.user_id === assignedTo}
            onAssign={onAssign}
          />
        ))}
        {shown.length === 0 && <Menu.Label>No one with that name has access to this line.</Menu.Label>}
      </ScrollArea.Autosize>
      <Menu.Divider />
      <Menu.Item
        leftSection={<UserRoundX size={18} aria-hidden="true" />}
        rightSection={assignedTo === null ? <Check size={16} aria-hidden="true" /> : null}
        onClick={() => onAssign({ id: null, name: "" })}
      >
        Unassigned
      </Menu.Item>
    </>
  );
}

interface PersonItemProps {
  readonly person: Person;
  readonly isSelf: boolean;
  readonly isChosen: boolean;
  readonly onAssign: (assignee: Assignee) => void;
}

function PersonItem({ person, isSelf, isChosen, onAssign }: PersonItemProps): ReactNode {
  const status = person.statusName ? `${person.statusEmoji ?? ""} ${person.statusName}`.trim() : person.title;
  return (
    <Menu.Item
      leftSection={
        <Avatar
          name={person.name}
          photo={person.photo ?? undefined}
          seed={person.id}
          size={28}
          presence={PRESENCES[person.presence]}
          isDecorative
        />
      }
      rightSection={isChosen ? <Check size={16} role="img" aria-label="Chosen" /> : null}
      onClick={() => onAssign({ id: person.user_id, name: person.name })}
    >
      <span className={classes.name}>{isSelf ? `${person.name} (you)` : person.name}</span>
      {status !== "" && <span className={classes.status}>{status}</span>}
    </Menu.Item>
  );
}
