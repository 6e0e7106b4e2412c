import type { PublicConfig } from "@offhook/contract";
import type { ReactNode } from "react";
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
        Demo data: one click signs you in
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
    </section>
  );
}
