import { Switch } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";
import classes from "./simulator.module.css";

/** What the server tells of the demo's colleagues. */
interface Colleagues {
  readonly is_on: boolean;
  readonly people: readonly { readonly name: string; readonly state: keyof typeof WORDS }[];
}

const WORDS = {
  gone: "not here",
  working: "ready for calls",
  paused: "on a break",
  away: "signed out",
  talking: "on a call",
} as const;
const LOOK_EVERY_MS = 3_000;
const ABOUT =
  "Colleagues sign in to queues, take breaks and answer calls. You always have time to answer first.";

/** Whether the demo's colleagues work, and what each of them is doing. */
export function ColleagueSwitch(): ReactNode {
  const [colleagues, switchTo] = useColleagues();
  return (
    <div className={classes.colleagues}>
      <Switch
        label="Colleagues"
        description={ABOUT}
        checked={colleagues?.is_on ?? false}
        disabled={!colleagues}
        onChange={(event) => void switchTo(event.currentTarget.checked)}
      />
      {colleagues?.is_on && colleagues.people.length > 0 && (
        <ul className={classes.people} aria-label="What colleagues are doing">
          {colleagues.people.map(({ name, state }) => (
            <li key={name}>
              <span>{name}</span>
              <span className={classes.doing}>{WORDS[state]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Looked at while the drawer is open: nobody tells of it. */
function useColleagues(): [Colleagues | undefined, (isOn: boolean) => Promise<void>] {
  const { browser } = usePlatform();
  const snackbar = useSnackbar();
  const [colleagues, setColleagues] = useState<Colleagues>();
  useEffect(() => {
    let isOpen = true;
    let cancel = (): void => {};
    const look = async (): Promise<void> => {
      const told = await ask(browser.fetch("/dev/colleagues.json"));
      if (!isOpen) return;
      if (told) setColleagues(told);
      cancel = browser.clock.schedule(LOOK_EVERY_MS, () => void look());
    };
    void look();
    return () => {
      isOpen = false;
      cancel();
    };
  }, [browser]);
  const switchTo = async (isOn: boolean): Promise<void> => {
    setColleagues((before) => before && { ...before, is_on: isOn });
    const told = await ask(browser.fetch(`/dev/colleagues?on=${isOn ? 1 : 0}`, { method: "POST" }));
    if (told) setColleagues(told);
    else {
      setColleagues((before) => before && { ...before, is_on: !isOn });
      snackbar.show("The simulator cannot do this right now. Try again in a moment.", { tone: "error" });
    }
  };
  return [colleagues, switchTo];
}

const ask = async (response: Promise<Response>): Promise<Colleagues | undefined> =>
  response.then(
    (answer) => (answer.ok ? (answer.json() as Promise<Colleagues>) : undefined),
    () => undefined,
  );
