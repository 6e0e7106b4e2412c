import { Button, Portal } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { openTabNews, type TabNews } from "../../../platform/outbox/tab-news.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { type MissedCall, missedCallOf } from "./missed-call.ts";
import classes from "./missed-card.module.css";
import { MissedNote } from "./missed-note.tsx";

export interface MissedCardProps {
  /** The screen that is open tells of it by itself. */
  readonly isToldElsewhere: () => boolean;
}

/** Tells agents on every screen of a call that rang in vain, until they have seen it or have resumed. */
export function MissedCard({ isToldElsewhere }: MissedCardProps): ReactNode {
  const [missed, setMissed] = useState<MissedCall>();
  const [pauses, setPauses] = useState<ReadonlyMap<string, string>>(new Map());
  const place = useSettings((settings) => settings.incomingPosition);
  const ownLines = useUser().phones.map(({ name }) => name);
  const tellTabs = useClosedElsewhere(() => setMissed(undefined));
  usePushEvent("QUEUE_MISSED", (event) => {
    if (ownLines.includes(event.phone) && !isToldElsewhere()) setMissed(missedCallOf(event));
  });
  usePushEvent("QUEUE_PAUSE", ({ phone, reason }) => {
    if (!ownLines.includes(phone)) return;
    setPauses((before) => pausesWith(before, phone, reason));
    // Resumed, on whatever screen or by whomever.
    if (reason === null) setMissed(undefined);
  });
  const [pause] = pauses.values();
  const close = (): void => {
    setMissed(undefined);
    tellTabs();
  };
  return (
    <Portal>
      {/* There from the beginning: a screen reader tells of changes only. */}
      <div role="alert" className={classes.dock} data-calls={place}>
        {missed && (
          <MissedNote missed={missed} pause={pause} onClose={close}>
            {pause !== undefined && <Resume />}
          </MissedNote>
        )}
      </div>
    </Portal>
  );
}

function pausesWith(
  before: ReadonlyMap<string, string>,
  phone: string,
  reason: string | null,
): ReadonlyMap<string, string> {
  const after = new Map(before);
  if (reason === null) after.delete(phone);
  else after.set(phone, reason);
  return after;
}

function Resume(): ReactNode {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const [isSaving, setSaving] = useState(false);
  const resume = (): void => {
    setSaving(true);
    // The event of the pause takes the note away, here and in other tabs.
    client
      .resumeQueues({ body: {} })
      .catch((failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }))
      .finally(() => setSaving(false));
  };
  return (
    <Button size="xs" className={classes.resume} loading={isSaving} onClick={resume}>
      Resume
    </Button>
  );
}

/** What was seen in one tab is not to be closed in each. */
function useClosedElsewhere(onClosed: () => void): () => void {
  const { id } = useUser();
  const news = useRef<TabNews>(undefined);
  const told = useEffectEvent(onClosed);
  useEffect(() => {
    const own = openTabNews(`offhook-missed-call-${id}`);
    own.onTold(() => told());
    news.current = own;
    return () => void own.close();
  }, [id]);
  return () => void news.current?.tell();
}
