import type { Fax } from "@offhook/contract";
import { BoxRow, BoxRowMark } from "@offhook/ui/box-row";
import { dueWords, fullDateTime, timeLabel } from "@offhook/ui/format";
import { CircleAlert, CircleCheck, FileWarning, LoaderCircle, type LucideIcon } from "lucide-react";
import { memo, type ReactNode } from "react";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { BlockedMark } from "../../lines/index.ts";
import { useUser } from "../../session/index.ts";
import { TaskMark } from "../../tasks/index.ts";
import {
  DELIVERY_WORDS,
  damagedText,
  deliveryOf,
  type FaxDelivery,
  otherNumber,
  otherSide,
  pagesText,
  progressText,
  stationText,
} from "../fax-words.ts";

export interface FaxRowProps {
  readonly fax: Fax;
  readonly now: number;
  /** Where the list holds those of several lines. */
  readonly showsLine: boolean;
}

/** Drawn once for each state of its fax: while the list is scrolled, the rows that stay are left alone. */
export const FaxRow = memo(Row);

function Row({ fax, now, showsLine }: FaxRowProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const number = otherNumber(fax);
  const caller = useCaller(number);
  const name = otherSide(fax, caller.name);
  const at = fax.time * 1000;
  return (
    <BoxRow
      avatar={<CallerAvatar caller={caller} name={name} size={38} />}
      isNew={fax.new}
      name={fax.dir === "SENT" ? `To ${name}` : name}
      when={timeLabel({ at, now, timeZone })}
      whenInFull={fullDateTime(at, timeZone)}
      words={wordsOf(fax, timeZone, now)}
      foot={
        <>
          <Delivery fax={fax} />
          <span data-numeric>{pagesText(fax.pages)}</span>
          {showsLine && <BoxRowMark>{fax.name}</BoxRowMark>}
          <TaskMark task={fax.tasks[0]} />
        </>
      }
      marks={
        <>
          <BlockedMark numbers={number} />
          {fax.damaged.length > 0 && (
            <FileWarning data-tone="failed" size={13} role="img" aria-label={damagedText(fax.damaged)} />
          )}
        </>
      }
    />
  );
}

/** Pure. What matters most about it now. */
function wordsOf(fax: Fax, timeZone: string, now: number): string | undefined {
  const progress = progressText(fax, timeZone, (at) => dueWords({ at, now, timeZone }));
  if (progress !== "") return [progress, fax.dlr_error].filter(Boolean).join(": ");
  if (deliveryOf(fax) === "failed") return fax.dlr_error || undefined;
  return fax.subject || stationText(fax) || undefined;
}

const ICONS: Readonly<Record<FaxDelivery, LucideIcon>> = {
  sending: LoaderCircle,
  failed: CircleAlert,
  success: CircleCheck,
};

function Delivery({ fax }: { readonly fax: Fax }): ReactNode {
  const delivery = deliveryOf(fax);
  if (delivery === undefined) return null;
  const Icon = ICONS[delivery];
  return (
    <BoxRowMark {...(delivery === "failed" ? { tone: "failed" } : {})}>
      <Icon size={13} aria-hidden="true" />
      {DELIVERY_WORDS[delivery]}
    </BoxRowMark>
  );
}
