import { Button, Checkbox, Radio, ScrollArea, Stack, TextInput } from "@mantine/core";
import { Avatar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { useColleagues } from "./colleagues.ts";
import classes from "./new-topic.module.css";

const MAX_NAME = 60;
/** Users in a larger company search by name. */
const MOST_SHOWN = 100;

/** A team with a name, its people, and whether others may join by themselves. */
export function NewGroup(): ReactNode {
  const chat = useTeamsChat();
  const router = useRouter();
  const limit = useTeamsState((state) => state.limits?.maxSubscriberCount ?? Number.MAX_SAFE_INTEGER);
  const [name, setName] = useState("");
  const [isJoinable, setIsJoinable] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name.trim() === "") return setError("Give the team a name");
    if (chosen.length + 1 > limit) return setError(`A team has at most ${limit} members`);
    setIsBusy(true);
    try {
      const id = await chat.acts.createGroup({ name: name.trim(), isJoinable, members: chosen });
      router.history.push(paths.chat(id));
    } catch (failure) {
      setError(failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later");
      setIsBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void create(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          required
          maxLength={MAX_NAME}
          value={name}
          error={error}
          autoFocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Radio.Group
          label="Who can join"
          value={isJoinable ? "public" : "private"}
          onChange={(value) => setIsJoinable(value === "public")}
        >
          <Stack gap={8} mt={6}>
            <Radio value="private" label="Private" description="Only people who are added" />
            <Radio value="public" label="Public" description="Everyone in the company can find it and join" />
          </Stack>
        </Radio.Group>
        <MemberChoice chosen={chosen} onChange={setChosen} />
        <Button type="submit" loading={isBusy} className={classes.create ?? ""}>
          Create team
        </Button>
      </Stack>
    </form>
  );
}

interface MemberChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function MemberChoice({ chosen, onChange }: MemberChoiceProps): ReactNode {
  const [filter, setFilter] = useState("");
  const colleagues = useColleagues(filter);
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className={classes.members}>
      <legend className={classes.legend}>
        Members{chosen.length > 0 ? ` (${chosen.length} chosen)` : ""}
      </legend>
      <TextInput
        aria-label="Find a colleague"
        placeholder="Find a colleague"
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={300} mt="xs">
        <ul className={classes.choices}>
          {colleagues.slice(0, MOST_SHOWN).map(({ id, name, photo, shownName }) => (
            <li key={id}>
              <Checkbox
                styles={{ body: { alignItems: "center" } }}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
                label={
                  <span className={classes.choice}>
                    <Avatar name={name} photo={photo} size={26} isDecorative />
                    {shownName}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
        {colleagues.length > MOST_SHOWN && <p className={classes.more}>Type a name to find more people.</p>}
      </ScrollArea.Autosize>
    </fieldset>
  );
}
