import type { Voicemail } from "@offhook/contract";
import { useEffect, useEffectEvent } from "react";
import { hasFocus, onFocusChange } from "../../../platform/rendering/window-focus.ts";
import { useVoicemails } from "../use-voicemails.ts";

/** Read is what lies open in a window that somebody looks at. */
export function useReading(voicemail: Voicemail | undefined): void {
  const voicemails = useVoicemails();
  const id = voicemail?.id;
  const isNew = voicemail?.new ?? false;
  const read = useEffectEvent(() => {
    if (!voicemail?.new || voicemails.keptUnread.has(voicemail.id) || !hasFocus()) return;
    // A failure leaves it new, which the next look sets right.
    voicemails.markRead(voicemail).catch(() => {});
  });
  useEffect(() => {
    if (!isNew || id === undefined) return;
    read();
    return onFocusChange(() => read());
  }, [id, isNew]);
  useEffect(() => {
    if (id === undefined) return;
    return () => void voicemails.keptUnread.delete(id);
  }, [voicemails, id]);
}
