import type { Voicemail } from "@offhook/contract";
import { Avatar } from "@offhook/ui";
import { clockDuration, fullDateTime, timeLabel } from "@offhook/ui/format";
import { Bookmark, CircleAlert, CircleCheck, UserRoundCheck, UserRoundPlus } from "lucide-react";
import { memo, type ReactNode } from "react";
import { BlockedMark } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { transcriptState, voicemailCaller } from "../voicemail-words.ts";
import classes from "./voicemail-row.module.css";

export interface VoicemailRowProps {
  readonly voicemail: Voicemail;
  readonly now: number;
  /** Where the list holds those of several boxes. */
  readonly showsBox: boolean;
}

/** Drawn once for each state of its voicemail: while the list is scrolled, the rows that stay are left alone. */
export const VoicemailRow = memo(Row);

function Row({ voicemail, now, showsBox }: VoicemailRowProps): ReactNode {
  const { callerId, time, duration, transcription, name: box } = voicemail;
  const { effective_timezone: timeZone } = useUser();
  const caller = useCaller(callerId);
  const name = voicemailCaller(voicemail, caller.name);
  const at = time * 1000;
  const words = transcription || transcriptState(voicemail);
  return (
    <div className={classes.row} data-new={voicemail.new || undefined}>
      <Avatar
        name={name}
        photo={caller.photo ?? undefined}
        seed={caller.contactId ?? callerId}
        size={38}
        isDecorative
      />
      {voicemail.new && <span className={classes.dot} role="img" aria-label="New" />}
      <div className={classes.text}>
        <div className={classes.top}>
          <span className={classes.name}>{name}</span>
          <time className={classes.time} title={fullDateTime(at, timeZone)}>
            {timeLabel({ at, now, timeZone })}
          </time>
        </div>
        {words !== "" && (
          <div className={classes.words} dir="auto">
            {words}
          </div>
        )}
        <div className={classes.foot}>
          <span data-numeric>{clockDuration(duration)}</span>
          {showsBox && <span className={classes.box}>{box}</span>}
          <TaskMark voicemail={voicemail} />
          <Marks voicemail={voicemail} />
        </div>
      </div>
    </div>
  );
}

function TaskMark({ voicemail }: { readonly voicemail: Voicemail }): ReactNode {
  const [task] = voicemail.tasks;
  if (!task) return null;
  if (task.status === "done") {
    return (
      <span className={classes.mark}>
        <CircleCheck size={13} aria-hidden="true" />
        Resolved
      </span>
    );
  }
  if (task.assignedToName === "") {
    return (
      <span className={classes.mark}>
        <UserRoundPlus size={13} aria-hidden="true" />
        Unassigned
      </span>
    );
  }
  return (
    <span className={classes.mark}>
      <UserRoundCheck size={13} role="img" aria-label="Assigned to" />
      {task.assignedToName}
    </span>
  );
}

function Marks({ voicemail }: { readonly voicemail: Voicemail }): ReactNode {
  return (
    <span className={classes.marks}>
      <BlockedMark numbers={voicemail.callerId} />
      {voicemail.dir === "SAVED" && <Bookmark size={13} role="img" aria-label="Saved" />}
      {voicemail.fileError !== null && (
        <CircleAlert className={classes.failed} size={13} role="img" aria-label="Cannot be played" />
      )}
    </span>
  );
}
