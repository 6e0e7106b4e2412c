import { FAX_REASONS, type FaxTry } from "@offhook/contract";
import { DetailSection } from "@offhook/ui/detail";
import { fullDateTime } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useUser } from "../../session/index.ts";
import classes from "./fax-detail.module.css";

const WAYS: Readonly<Record<FaxTry["way"], string>> = {
  phone: "Phone line",
  t38: "Phone line (T.38)",
  provider: "Fax provider",
  inside: "Within this installation",
};

export interface FaxTriesProps {
  readonly tries: readonly FaxTry[];
  readonly pages: number;
}

/** Each try to send it, with what the other side, or the network, said. */
export function FaxTries({ tries, pages }: FaxTriesProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  if (tries.length === 0) return null;
  return (
    <DetailSection label="Delivery log">
      <ol className={classes.tries}>
        {tries.map((each) => (
          <li key={each.number}>
            <div className={classes.tryHead}>
              <strong>Try {each.number}</strong>
              <span>{resultOf(each)}</span>
              <time>{fullDateTime(each.started * 1000, timeZone)}</time>
            </div>
            <div className={classes.note}>
              {[
                WAYS[each.way],
                `${each.pages_sent} of ${pages} pages`,
                each.station && `Station ${each.station}`,
                each.detail,
              ]
                .filter(Boolean)
                .join(" · ")}
            </div>
          </li>
        ))}
      </ol>
    </DetailSection>
  );
}

function resultOf({ ended, reason }: FaxTry): string {
  if (reason !== null) return FAX_REASONS[reason].text;
  return ended === null ? "In progress" : "Delivered";
}
