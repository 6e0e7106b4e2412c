import type { Voicemail } from "@offhook/contract";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useCaller } from "../../contacts/index.ts";
import { ForwardFileDialog } from "../../teams/index.ts";
import { voicemailFileName } from "../use-voicemail-sound.ts";
import { voicemailCaller } from "../voicemail-words.ts";

export interface ForwardDialogProps {
  readonly voicemail: Voicemail;
  readonly onClose: () => void;
}

/** Passes a voicemail on in team chat, with its sound and a note. */
export function ForwardDialog({ voicemail, onClose }: ForwardDialogProps): ReactNode {
  const { client } = usePlatform();
  const { mailbox, id, callerId } = voicemail;
  const { name } = useCaller(callerId);
  const load = async (): Promise<File> => {
    const { url } = await client.getVoicemailFile({ query: { mailbox, id } });
    const answer = await fetch(url);
    if (!answer.ok) throw new Error("The voicemail could not be loaded.");
    return new File([await answer.blob()], voicemailFileName(voicemail), { type: "audio/mpeg" });
  };
  return (
    <ForwardFileDialog
      what="Voicemail"
      text={`Voicemail from ${voicemailCaller(voicemail, name)}`}
      load={load}
      onClose={onClose}
    />
  );
}
