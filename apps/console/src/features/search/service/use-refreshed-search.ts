import type { PushEvent } from "@offhook/contract";
import type { CancelTimer } from "@offhook/kernel";
import { useEffect, useRef } from "react";
import { useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { useTeamsUnread } from "../../teams/index.ts";
import { SEARCH_KEY } from "./use-found.ts";

/** Of what they tell, something may be found now that was not before, or no longer. */
const CHANGES_WHAT_IS_FOUND: ReadonlySet<PushEvent["type"]> = new Set<PushEvent["type"]>([
  "MO",
  "MT",
  "sent",
  "SMS_COMMENT",
  "SMS_CONVERSATION",
  "SMS_READ",
  "SMS_DELETED",
  "SMS_RESTORED",
  "SMS_TASK",
  "CONTACT_UPDATE",
  "HISTORY",
  "HISTORY_NOTE",
  "VOICEMAIL_NEW",
  "VOICEMAIL_CHANGED",
  "VOICEMAIL_DELETED",
  "VOICEMAIL_TASK",
  "FAX_NEW",
  "FAX_CHANGED",
  "FAX_DELETED",
  "FAX_TASK",
  "CALL_TASK",
  "CHAT_TASK",
  "OWN_TASK",
]);
/** Several events in a row are one question. */
const GATHER_MS = 250;

/** Asks again for what is shown when something has happened that may change it. */
export function useRefreshedSearch(): void {
  const { clock } = usePlatform().browser;
  const queries = useQueryClient();
  const { log } = usePush();
  const unreadChats = useTeamsUnread();
  useEffect(() => {
    let cancel: CancelTimer = () => {};
    const refresh = (): void => {
      cancel();
      cancel = clock.schedule(GATHER_MS, () => void queries.invalidateQueries({ queryKey: [SEARCH_KEY] }));
    };
    const heard = ({ event }: { readonly event: PushEvent }): void => {
      if (CHANGES_WHAT_IS_FOUND.has(event.type)) refresh();
    };
    const leave = log.follow({ heard, reached: () => {}, restarted: refresh });
    return () => {
      leave();
      cancel();
    };
  }, [clock, queries, log]);
  // Chat has a line of its own, and tells by its counter.
  const counted = useRef(unreadChats);
  useEffect(() => {
    if (counted.current === unreadChats) return;
    counted.current = unreadChats;
    void queries.invalidateQueries({ queryKey: [SEARCH_KEY] });
  }, [queries, unreadChats]);
}
