import { formatPhone } from "@offhook/telephony";
import type { ReactNode } from "react";
import { lineNamed, useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import classes from "./dial-pad.module.css";

export interface LineChoiceProps {
  /** The line chosen for the next call; undefined for the active one. */
  readonly line: string | undefined;
  readonly onChoose: (line: string) => void;
}

/** Which of the user's lines calls: a choice where there are several, else only told. */
export function LineChoice({ line, onChoose }: LineChoiceProps): ReactNode {
  const { phones } = useUser();
  const active = useSettings((settings) => settings.activePhoneLine);
  const chosen = line ?? lineNamed(phones, active);
  const phone = phones.find(({ name }) => name === chosen);
  if (!phone) return null;
  if (phones.length === 1) return <p className={classes.line}>Calling as {describe(phone)}</p>;
  return (
    <label className={classes.line}>
      Calling as{" "}
      <select
        className={classes.lineSelect}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {phones.map((each) => (
          <option key={each.name} value={each.name}>
            {describe(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Line {
  readonly label: string;
  readonly callerID: string;
}

function describe({ label, callerID }: Line): string {
  return callerID === "" ? label : `${label}, ${formatPhone(callerID)}`;
}
