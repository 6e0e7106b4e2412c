import { Switch } from "@mantine/core";
import type { VoicemailBox } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import { Select } from "@offhook/ui/select";
import type { ReactNode } from "react";
import classes from "./box-page.module.css";
import { useBox, useBoxUpdate } from "./use-box.ts";

const FOREVER = "forever";
const USUAL_DAYS = [7, 30, 90, 180, 365];

/** How full the box is, how long it keeps messages, and who hears of them in other ways. */
export function BoxSwitches({ mailbox }: { readonly mailbox: string }): ReactNode {
  const box = useBox(mailbox);
  const update = useBoxUpdate(mailbox);
  // The greetings below show that the page is loading, or could not be.
  if (!box) return null;
  const isLocked = !box.manageable;
  return (
    <section className={classes.section} aria-label="Messages">
      <h3 className={classes.heading}>Messages</h3>
      <Fullness box={box} />
      {isLocked && (
        <p className={classes.note}>Only the owner and managers of this mailbox can change the following.</p>
      )}
      <Switch
        label="Email new messages"
        description="To everybody who reads this mailbox, with the sound attached and the transcript."
        checked={box.mail}
        disabled={isLocked}
        onChange={(event) => update({ mail: event.currentTarget.checked })}
      />
      <Switch
        label="Live voicemail"
        description="While somebody is leaving a message, its readers can read along, listen in and pick up."
        checked={box.live}
        disabled={isLocked}
        onChange={(event) => update({ live: event.currentTarget.checked })}
      />
      <Select
        label="Keep messages"
        description="Older ones are deleted, except those that somebody saved."
        data={keepOptions(box.keep_days)}
        value={box.keep_days === null ? FOREVER : String(box.keep_days)}
        disabled={isLocked}
        allowDeselect={false}
        onChange={(days) => update({ keep_days: days === FOREVER ? null : Number(days) })}
      />
    </section>
  );
}

function Fullness({ box: { messages, max_messages: most, max_seconds: longest } }: FullnessProps): ReactNode {
  const facts = `${messages} of ${most} messages, each up to ${clockDuration(longest)} long.`;
  if (messages < most) return <p className={classes.note}>{facts}</p>;
  return (
    <p className={classes.full} role="alert">
      This mailbox is full: callers cannot leave a message. Delete some. {facts}
    </p>
  );
}

interface FullnessProps {
  readonly box: VoicemailBox;
}

/** Also a number of days that the company file has set. */
function keepOptions(current: number | null): readonly { value: string; label: string }[] {
  const days = new Set([...USUAL_DAYS, ...(current === null ? [] : [current])]);
  return [
    { value: FOREVER, label: "Until somebody deletes them" },
    ...[...days]
      .toSorted((one, next) => one - next)
      .map((count) => ({ value: String(count), label: count === 1 ? "1 day" : `${count} days` })),
  ];
}
