import { Button } from "@mantine/core";
import { dueWords } from "@offhook/ui/format";
import { SchedulePicker } from "@offhook/ui/pickers";
import { Select } from "@offhook/ui/select";
import { type ReactNode, useState } from "react";
import { useUser } from "../../session/index.ts";
import classes from "./box-page.module.css";
import { type ChoiceProps, greetingOptions } from "./occasion-choices.tsx";

/** "On vacation until Monday": goes before the others, and ends by itself. */
export function TemporaryGreeting({ loaded, isManaged, onChoose }: ChoiceProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const [id, setId] = useState<string | null>(null);
  const [until, setUntil] = useState<number>();
  const { temporary } = loaded.chosen;
  const running = temporary && loaded.greetings.find(({ id: each }) => each === temporary.greeting);
  const start = (): void => {
    if (id === null || until === undefined) return;
    void onChoose({ temporary: { greeting: id, until: Math.floor(until / 1000) } });
    setId(null);
  };
  return (
    <fieldset className={classes.temporary} aria-label="Temporary greeting">
      <strong>Temporary greeting</strong>
      {temporary ? (
        <p className={classes.note}>
          Callers hear “{running?.name}” until{" "}
          {dueWords({ at: temporary.until * 1000, now: Date.now(), timeZone })}. Then the usual greetings are
          back.
        </p>
      ) : (
        <p className={classes.note}>Replaces all others until it ends, for a vacation for example.</p>
      )}
      {isManaged && temporary && (
        <div>
          <Button variant="default" onClick={() => void onChoose({ temporary: null })}>
            End now
          </Button>
        </div>
      )}
      {isManaged && !temporary && loaded.greetings.length > 0 && (
        <>
          <Select
            label="Temporary recording"
            placeholder="Choose a recording"
            data={greetingOptions(loaded)}
            value={id}
            onChange={setId}
          />
          {id !== null && (
            <>
              <SchedulePicker
                value={until}
                onChange={setUntil}
                timeZone={timeZone}
                dateFieldLabel="Until"
                timeFieldLabel="Time"
              />
              <div>
                <Button onClick={start} disabled={until === undefined}>
                  Turn on
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </fieldset>
  );
}
