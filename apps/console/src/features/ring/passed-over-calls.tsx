import type { PassedOverCall } from "@offhook/contract";
import { clockTime } from "@offhook/ui/format";
import { PhoneMissed } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useQuery } from "../../platform/api/queries.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { callerText, passedOverText } from "../calls/index.ts";
import { useUser } from "../session/index.ts";
import classes from "./passed-over-calls.module.css";

/** Today's calls of the user's groups and queues that rang elsewhere or nowhere, and why not here. */
export function PassedOverCalls(): ReactNode {
  const { client } = usePlatform();
  const heading = useId();
  const { data, isError } = useQuery({
    queryKey: ["passed-over-calls"],
    queryFn: () => client.listPassedOverCalls({ query: {} }),
    // Whoever opens it wants to know of the call that has just gone by.
    gcTime: 0,
  });
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h3 className={classes.heading} id={heading}>
        Calls that did not ring here today
      </h3>
      {data && data.length > 0 ? (
        <ul className={classes.list}>
          {data.map((call) => (
            <PassedOverRow key={`${call.id} ${call.phone}`} call={call} />
          ))}
        </ul>
      ) : (
        <p className={classes.text}>{emptyText(data !== undefined, isError)}</p>
      )}
    </section>
  );
}

function emptyText(isLoaded: boolean, isError: boolean): string {
  if (isError) return "Couldn't load them. Close this and try again.";
  return isLoaded ? "None. Every call of your groups and queues rang here." : "Loading…";
}

function PassedOverRow({ call }: { readonly call: PassedOverCall }): ReactNode {
  const { effective_timezone: timeZone, phones } = useUser();
  const line = phones.find(({ name }) => name === call.phone)?.label || call.phone;
  const reason = passedOverText(call);
  return (
    <li className={classes.row}>
      <PhoneMissed className={classes.icon} size={18} aria-hidden="true" />
      <div className={classes.words}>
        <strong className={classes.caller}>{callerText(call)}</strong>
        <p className={classes.text}>
          {phones.length > 1 ? `${line}, ` : ""}
          {call.via}: {reason}.{call.answered_by !== null && ` Answered by ${call.answered_by}.`}
        </p>
      </div>
      <time className={classes.time} data-numeric>
        {clockTime(call.time * 1000, timeZone)}
      </time>
    </li>
  );
}
