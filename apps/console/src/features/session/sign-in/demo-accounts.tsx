import type { PublicConfig } from "@offhook/contract";
import { type ReactNode, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "./sign-in.module.css";

type Demo = NonNullable<PublicConfig["demo"]>;

export interface DemoAccountsProps {
  readonly demo: Demo;
  readonly isBusy: boolean;
  readonly onChoose: (username: string, password: string) => Promise<void>;
}

/** A demo installation's people, one click each. Its passwords are no secret. */
export function DemoAccounts({ demo, isBusy, onChoose }: DemoAccountsProps): ReactNode {
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <h2 className={classes.demoTitle} id="demo-accounts">
        Try the demo: click a person to sign in
      </h2>
      <ul className={classes.demoList}>
        {demo.accounts.map(({ username, name, role }) => (
          <li key={username}>
            <button
              type="button"
              className={classes.demoAccount}
              disabled={isBusy}
              title={`${role}, ${username}`}
              onClick={() => void onChoose(username, demo.password)}
            >
              <strong>{name}</strong>
              <span>{role}</span>
            </button>
          </li>
        ))}
      </ul>
      <ResetDemo />
    </section>
  );
}

const RESET_TEXTS = {
  idle: "Your changes are kept between visits.",
  busy: "Resetting…",
  done: "Demo data restored.",
  failed: "That did not work. Try again later.",
} as const;

/** Puts the demo companies back to how they began. */
function ResetDemo(): ReactNode {
  const { browser } = usePlatform();
  const [state, setState] = useState<keyof typeof RESET_TEXTS>("idle");
  const reset = async (): Promise<void> => {
    setState("busy");
    const isDone = await browser.fetch("/dev/reset", { method: "POST" }).then(
      ({ ok }) => ok,
      () => false,
    );
    setState(isDone ? "done" : "failed");
  };
  return (
    <p className={classes.demoReset}>
      <span role="status">{RESET_TEXTS[state]}</span>{" "}
      <button type="button" disabled={state === "busy"} onClick={() => void reset()}>
        Start over with fresh demo data
      </button>
    </p>
  );
}
