import type { ReactNode } from "react";
import { useVoicemailDetails } from "./use-voicemail-sound.ts";
import { VoicemailPlayer } from "./voicemail-player.tsx";

export interface VoicemailPreviewProps {
  readonly mailbox: string;
  readonly id: string;
}

/** A voicemail to listen to on a page about something else. Nothing until it is known. */
export function VoicemailPreview(props: VoicemailPreviewProps): ReactNode {
  const { data } = useVoicemailDetails(props);
  return data ? <VoicemailPlayer voicemail={data} peaks={data.peaks} sentences={data.sentences} /> : null;
}
