import type { FaxResolution } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { SegmentedControl } from "@offhook/ui/segmented-control";
import { Select } from "@offhook/ui/select";
import type { ReactNode } from "react";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { useFaxLine } from "../line/use-fax-line.ts";
import { defaultFaxLine } from "../store/shown-fax-lines.ts";
import classes from "./new-fax.module.css";
import { useComposed, useComposing } from "./use-composing.ts";

const RESOLUTIONS: readonly { readonly value: FaxResolution; readonly label: string }[] = [
  { value: "normal", label: "Normal" },
  { value: "fine", label: "Fine" },
];

/** The line the fax is sent from: the chosen one, as long as the user has it. */
export function useSendingLine(): string {
  const user = useUser();
  const wanted = useSettings((settings) => settings.defaultFaxLine);
  const chosen = useComposed((state) => state.mailbox);
  const isThere = user.fax_lines.some(({ fax_line }) => fax_line === chosen);
  return (isThere ? chosen : defaultFaxLine(user, { defaultFaxLine: wanted })) ?? "";
}

/** From which line, and how sharp. */
export function FaxOptions(): ReactNode {
  const { fax_lines: lines } = useUser();
  const composing = useComposing();
  const line = useSendingLine();
  const resolution = useComposed((state) => state.resolution);
  const box = useFaxLine(line);
  return (
    <>
      <div className={classes.options}>
        <Select
          className={classes.line ?? ""}
          label="From"
          data={lines.map(({ fax_line, fax_linename }) => ({
            value: fax_line,
            label: `${fax_linename} · ${formatPhone(fax_line)}`,
          }))}
          value={line}
          allowDeselect={false}
          onChange={(mailbox) => composing.change({ mailbox })}
        />
        <div>
          <div className={classes.label}>Quality</div>
          <SegmentedControl
            size="sm"
            aria-label="Quality"
            segments={RESOLUTIONS}
            value={resolution}
            onChange={(chosen) => composing.change({ resolution: chosen })}
          />
        </div>
      </div>
      {box?.way === "none" && (
        <p className={classes.note} role="status">
          This line can only reach fax lines of this server: no carrier or fax provider is connected.
        </p>
      )}
    </>
  );
}
