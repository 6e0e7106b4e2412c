import { VisuallyHidden } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useCallParty } from "../active/call-party.ts";
import type { ActiveCall } from "../phone/calls/active-call.ts";
import { usePhoneState } from "../phone/phone-context.ts";
import { type Announcement, announcementOf } from "./call-announcements.ts";

interface Heard {
  readonly calls: readonly ActiveCall[];
  readonly said: Announcement | undefined;
}

/** Tells a screen reader what the eyes see of calls. */
export function CallAnnouncer(): ReactNode {
  const calls = usePhoneState((state) => state.calls);
  const [heard, setHeard] = useState<Heard>({ calls: [], said: undefined });
  if (calls !== heard.calls) setHeard({ calls, said: announcementOf(heard.calls, calls) ?? heard.said });
  return (
    <VisuallyHidden>
      <div role="alert" aria-live="assertive">
        {heard.said && <Said {...heard.said} />}
      </div>
    </VisuallyHidden>
  );
}

function Said({ call, words }: Announcement): ReactNode {
  return words(useCallParty(call).name);
}
