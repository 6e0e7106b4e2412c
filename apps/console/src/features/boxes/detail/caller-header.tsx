import { formatPhone } from "@offhook/telephony";
import { DetailHeader, DetailLine } from "@offhook/ui/detail";
import { timeLabel } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { isHiddenNumber } from "../../calls/index.ts";
import { CallerAvatar, type useCaller } from "../../contacts/index.ts";
import { BlockedTag } from "../../lines/index.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";

const TICK_MS = 60_000;

export interface CallerHeaderProps {
  readonly caller: ReturnType<typeof useCaller>;
  readonly name: string;
  /** Where the name alone does not say it. */
  readonly title?: string;
  /** In seconds. */
  readonly time: number;
  /** What else is said of it, beside when it was. */
  readonly about: readonly string[];
  readonly actions: ReactNode;
  /** More lines. */
  readonly children?: ReactNode;
}

/** Who is at the other end, when it was, and what can be done with it. */
export function CallerHeader(props: CallerHeaderProps): ReactNode {
  const { caller, name, title = name, time, about, actions, children } = props;
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const number = formatPhone(caller.number);
  const facts = [timeLabel({ at: time * 1000, now, timeZone }), ...about];
  return (
    <DetailHeader
      avatar={<CallerAvatar caller={caller} name={name} size={64} />}
      name={title}
      aside={actions}
    >
      {name !== number && !isHiddenNumber(caller.number) && (
        <DetailLine data-numeric>
          {[number, caller.organization === name ? "" : caller.organization].filter(Boolean).join(" · ")}
        </DetailLine>
      )}
      <DetailLine>
        {facts.filter(Boolean).join(" · ")} <BlockedTag number={caller.number} />
      </DetailLine>
      {children}
    </DetailHeader>
  );
}
