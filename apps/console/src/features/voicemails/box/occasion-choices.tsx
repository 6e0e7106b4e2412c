import type { GreetingChoice, Greetings } from "@offhook/contract";
import { Select } from "@offhook/ui/select";
import type { ReactNode } from "react";
import classes from "./box-page.module.css";
import type { GreetingActions } from "./use-greetings.ts";

type Occasion = Exclude<keyof GreetingChoice, "temporary">;

export interface ChoiceProps {
  readonly loaded: Greetings;
  readonly isManaged: boolean;
  readonly onChoose: GreetingActions["choose"];
}

/** No id is empty. */
const DEFAULT = "";

export const greetingOptions = ({ greetings }: Greetings) =>
  greetings.map(({ id, name }) => ({ value: id, label: name }));

export function OccasionChoices({ loaded, isManaged, onChoose }: ChoiceProps): ReactNode {
  const { chosen, hours } = loaded;
  const choice = (occasion: Occasion, label: string, description: string, none = "Spoken default") => (
    <Select
      label={label}
      description={description}
      data={[{ value: DEFAULT, label: none }, ...greetingOptions(loaded)]}
      value={chosen[occasion] ?? DEFAULT}
      disabled={!isManaged}
      allowDeselect={false}
      onChange={(id) => void onChoose({ [occasion]: id || null })}
    />
  );
  return (
    <div className={classes.occasions}>
      {choice("no_answer", "No answer", "Nobody picks up, or no phone is on.")}
      {choice("busy", "Busy", "On another call, or on Do Not Disturb.")}
      {choice(
        "closed",
        "Outside business hours",
        hours.length > 0 ? `Open ${hours.join(", ")}` : "Your company has no business hours set.",
      )}
      {choice("name", "Recorded name", "The spoken default says this name.", "No name")}
    </div>
  );
}
