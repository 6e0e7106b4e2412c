import type { Voicemail } from "@offhook/contract";
import { BoxRow, BoxRowMark } from "@offhook/ui/box-row";
import { clockDuration, fullDateTime, timeLabel } from "@offhook/ui/format";
import { Bookmark, CircleAlert, Scissors } from "lucide-react";
import { memo, type ReactNode } from "react";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { BlockedMark } from "../../lines/index.ts";
import { useUser } from "../../session/index.ts";
import { TaskMark } from "../../tasks/index.ts";
import { transcriptState, voicemailCaller } from "../voicemail-words.ts";

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
  return (
    <BoxRow
      avatar={<CallerAvatar caller={caller} name={name} size={38} />}
      isNew={voicemail.new}
      name={name}
      when={timeLabel({ at, now, timeZone })}
      whenInFull={fullDateTime(at, timeZone)}
      words={transcription || transcriptState(voicemail) || undefined}
      foot={
        <>
          <span data-numeric>{clockDuration(duration)}</span>
          {showsBox && <BoxRowMark>{box}</BoxRowMark>}
          <TaskMark task={voicemail.tasks[0]} />
        </>
      }
      marks={<Marks voicemail={voicemail} />}
    />
  );
}

function Marks({ voicemail }: { readonly voicemail: Voicemail }): ReactNode {
  return (
    <>
      <BlockedMark numbers={voicemail.callerId} />
      {voicemail.dir === "SAVED" && <Bookmark size={13} role="img" aria-label="Saved" />}
      {voicemail.cut_off && <Scissors size={13} role="img" aria-label="Cut off" />}
      {voicemail.fileError !== null && (
        <CircleAlert data-tone="failed" size={13} role="img" aria-label="Cannot be played" />
      )}
    </>
  );
}
