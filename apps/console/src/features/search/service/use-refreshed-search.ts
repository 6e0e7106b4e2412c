import type { PushEvent } from "@offhook/contract";
import type { CancelTimer } from "@offhook/kernel";
import { useCallback, useEffect, useRef } from "react";
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
/** Where news keep coming, as on a busy line, a page that lies open asks no more often than this. */
const REST_MS = 3_000;

/** Asks again for what is shown when something has happened that may change it. */
export function useRefreshedSearch(): void {
  const { log } = usePush();
  const unreadChats = useTeamsUnread();
  const refresh = useGathered();
  useEffect(() => {
    const heard = ({ event }: { readonly event: PushEvent }): void => {
      if (CHANGES_WHAT_IS_FOUND.has(event.type)) refresh();
    };
    return log.follow({ heard, reached: () => {}, restarted: refresh });
  }, [log, refresh]);
  // Chat has a line of its own, and tells by its counter.
  const counted = useRef(unreadChats);
  useEffect(() => {
    if (counted.current === unreadChats) return;
    counted.current = unreadChats;
    refresh();
  }, [refresh, unreadChats]);
}

function useGathered(): () => void {
  const { clock } = usePlatform().browser;
  const queries = useQueryClient();
  const due = useRef<CancelTimer>(undefined);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => due.current?.(), []);
  return useCallback(() => {
    if (due.current) return;
    const wait = Math.max(GATHER_MS, askedAt.current + REST_MS - clock.now());
    due.current = clock.schedule(wait, () => {
      due.current = undefined;
      askedAt.current = clock.now();
      void queries.invalidateQueries({ queryKey: [SEARCH_KEY] });
    });
  }, [clock, queries]);
}
