import { ActionIcon, Button, TextInput } from "@mantine/core";
import type { Greeting } from "@offhook/contract";
import { useConfirm } from "@offhook/ui";
import { clockDuration, timeLabel } from "@offhook/ui/format";
import { AudioPlayer } from "@offhook/ui/players";
import { Pencil, Play, Trash2 } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import classes from "./box-page.module.css";
import { type GreetingActions, useGreetingFile } from "./use-greetings.ts";

export interface GreetingRowProps {
  readonly mailbox: string;
  readonly greeting: Greeting;
  readonly isManaged: boolean;
  readonly actions: GreetingActions;
}

export function GreetingRow({ mailbox, greeting, isManaged, actions }: GreetingRowProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const confirm = useConfirm();
  const [isHeard, setIsHeard] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  const { name, duration, time } = greeting;
  const remove = async (): Promise<void> => {
    const isMeant = await confirm({
      title: `Delete “${name}”?`,
      text: "Callers who would hear it hear the spoken default instead. This can't be undone.",
      acceptLabel: "Delete",
      isDestructive: true,
    });
    if (isMeant) await actions.remove(greeting);
  };
  return (
    <li className={classes.row} aria-label={name}>
      <div className={classes.rowHead}>
        {isNaming ? (
          <NameForm
            name={name}
            onDone={(given) => {
              setIsNaming(false);
              if (given !== undefined) void actions.rename(greeting, given);
            }}
          />
        ) : (
          <span className={classes.name} dir="auto">
            {name}
            <span className={classes.facts}>
              {clockDuration(duration)} · {timeLabel({ at: time * 1000, now: Date.now(), timeZone })}
            </span>
          </span>
        )}
        {!isHeard && (
          <ActionIcon
            variant="subtle"
            aria-label={`Play ${name}`}
            title="Play"
            onClick={() => setIsHeard(true)}
          >
            <Play size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        {isManaged && !isNaming && (
          <>
            <ActionIcon
              variant="subtle"
              aria-label={`Rename ${name}`}
              title="Rename"
              onClick={() => setIsNaming(true)}
            >
              <Pencil size={18} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              aria-label={`Delete ${name}`}
              title="Delete"
              onClick={() => void remove()}
            >
              <Trash2 size={18} aria-hidden="true" />
            </ActionIcon>
          </>
        )}
      </div>
      {isHeard && <GreetingPlayer mailbox={mailbox} greeting={greeting} />}
    </li>
  );
}

function GreetingPlayer({ mailbox, greeting }: Pick<GreetingRowProps, "mailbox" | "greeting">): ReactNode {
  const { data, isError, refetch } = useGreetingFile(mailbox, greeting.id, true);
  const output = useSettings((settings) => settings.audioOutput);
  return (
    <AudioPlayer
      label={greeting.name}
      url={data?.url}
      duration={greeting.duration}
      sinkId={output?.browserId}
      error={isError ? "This greeting could not be loaded." : undefined}
      onRetry={() => void refetch()}
    />
  );
}

interface NameFormProps {
  readonly name: string;
  /** Undefined: as it was. */
  readonly onDone: (name: string | undefined) => void;
}

function NameForm({ name, onDone }: NameFormProps): ReactNode {
  const [given, setGiven] = useState(name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = given.trim();
    onDone(trimmed === "" || trimmed === name ? undefined : trimmed);
  };
  return (
    <form className={classes.rowHead} style={{ flex: 1 }} onSubmit={submit}>
      <TextInput
        aria-label="Name of the greeting"
        value={given}
        maxLength={100}
        data-autofocus
        style={{ flex: 1 }}
        onChange={(event) => setGiven(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone(undefined)}
        ref={(field) => field?.focus()}
      />
      <Button type="submit" variant="default">
        Save
      </Button>
    </form>
  );
}
