import { awaitsReturn, type CallRecord } from "@offhook/contract";
import { dateWords, fullDateTime } from "@offhook/ui/format";
import { AudioLines, NotebookPen, Phone, Voicemail } from "lucide-react";
import type { ReactNode } from "react";
import { CallerAvatar, useCaller } from "../../../contacts/index.ts";
import { BlockedMark } from "../../../lines/index.ts";
import { useUser } from "../../../session/index.ts";
import { callEntry, canCallBack, returnText } from "../call-entry.ts";
import { CallIcon } from "../call-icon.tsx";
import classes from "./call-row.module.css";

export interface CallRowProps {
  readonly record: CallRecord;
  readonly now: number;
  readonly onCall: (number: string) => void;
}

/** A name over what became of the call. */
export const CALL_ROW_HEIGHT = 57;
/** The same over who has called back. */
const TALL_ROW_HEIGHT = 73;

/** Exactly: the list measures none. */
export function callRowHeight(record: CallRecord): number {
  return record.returned || awaitsReturn(record) ? TALL_ROW_HEIGHT : CALL_ROW_HEIGHT;
}

export function CallRow({ record, now, onCall }: CallRowProps): ReactNode {
  const { id: userId, effective_timezone: timeZone, phones } = useUser();
  const caller = useCaller(record.number);
  const entry = callEntry(record, caller.name, userId);
  const at = record.time * 1000;
  const line = phones.length > 1 ? phones.find(({ name }) => name === record.phone)?.label : undefined;
  return (
    <div className={classes.row} style={{ height: callRowHeight(record) }} data-new={record.new || undefined}>
      <CallerAvatar caller={caller} name={entry.title} size={38} />
      <div className={classes.text}>
        <div className={classes.top}>
          <span className={classes.name} data-missed={entry.icon === "missed" || undefined}>
            {entry.title}
          </span>
          <time className={classes.time} title={fullDateTime(at, timeZone)}>
            {dateWords({ at, now, timeZone })}
          </time>
        </div>
        <div className={classes.bottom}>
          <CallIcon entry={entry} />
          <span className={classes.subtitle}>
            {entry.subtitle}
            {line !== undefined && ` · ${line}`}
          </span>
          <Marks record={record} />
        </div>
        <ReturnLine record={record} userId={userId} />
      </div>
      {record.new && <span className={classes.dot} role="img" aria-label="Unread" />}
      {canCallBack(record) && (
        <button
          type="button"
          className={classes.call}
          aria-label={`${entry.actionText}: ${entry.title}`}
          title={entry.actionText}
          onClick={(event) => {
            event.stopPropagation();
            onCall(record.number);
          }}
        >
          <Phone size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function Marks({ record }: { readonly record: CallRecord }): ReactNode {
  return (
    <span className={classes.marks}>
      <BlockedMark numbers={record.number} />
      {record.recorded && <AudioLines size={14} role="img" aria-label="Recorded" />}
      {record.voicemail && <Voicemail size={14} role="img" aria-label="Left a voicemail" />}
      {record.noted && <NotebookPen size={14} role="img" aria-label="Has notes" />}
    </span>
  );
}

function ReturnLine({ record, userId }: { readonly record: CallRecord; readonly userId: number }): ReactNode {
  const returned = returnText(record, userId);
  if (returned !== undefined) return <div className={classes.returned}>{returned}</div>;
  return awaitsReturn(record) ? <div className={classes.open}>Not returned yet</div> : null;
}
