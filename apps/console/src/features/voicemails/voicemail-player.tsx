import type { SpokenSentence, Voicemail } from "@offhook/contract";
import { AudioPlayer, type AudioPlayerHandle, silencesOf } from "@offhook/ui/players";
import { type ReactNode, type Ref, useMemo, useState } from "react";
import { useCaller } from "../contacts/index.ts";
import { useSettings } from "../settings/index.ts";
import { useVoicemailDownload, useVoicemailFile, voicemailFileName } from "./use-voicemail-sound.ts";
import { useVoicemails } from "./use-voicemails.ts";
import { voicemailCaller } from "./voicemail-words.ts";

export interface VoicemailPlayerProps {
  readonly voicemail: Voicemail;
  readonly peaks: readonly number[] | undefined;
  readonly sentences: readonly SpokenSentence[];
  readonly onPosition?: (seconds: number) => void;
  readonly ref?: Ref<AudioPlayerHandle>;
}

/** Plays a voicemail, from where it was left. */
export function VoicemailPlayer(props: VoicemailPlayerProps): ReactNode {
  const { voicemail, peaks, sentences, onPosition, ref } = props;
  const { id, duration, fileError } = voicemail;
  const { positions } = useVoicemails();
  const [startAt] = useState(() => positions.get(id) ?? 0);
  const caller = useCaller(voicemail.callerId);
  const output = useSettings((settings) => settings.audioOutput);
  const second = useSettings((settings) => settings.ringerOutput);
  const download = useVoicemailDownload();
  // With its loudness the file need not be read before it is played: without, it would be read for nothing.
  const { data, isError, refetch } = useVoicemailFile(voicemail, fileError === null && peaks !== undefined);
  const silences = useMemo(
    () => silencesOf({ peaks: peaks ?? [], sentences, duration }),
    [peaks, sentences, duration],
  );
  return (
    <AudioPlayer
      {...(ref ? { ref } : {})}
      label={`Voicemail from ${voicemailCaller(voicemail, caller.name)}`}
      url={data?.url}
      duration={duration}
      peaks={peaks}
      silences={silences}
      startAt={startAt}
      onPosition={(seconds) => {
        positions.set(id, seconds);
        onPosition?.(seconds);
      }}
      sinkId={output?.browserId}
      secondOutput={
        second && second.browserId !== output?.browserId
          ? { sinkId: second.browserId, name: second.label }
          : undefined
      }
      error={fileError ?? (isError ? "This voicemail could not be loaded." : undefined)}
      {...(fileError === null ? { onRetry: () => void refetch() } : {})}
      {...(fileError === null ? { onDownload: () => download(voicemail, voicemailFileName(voicemail)) } : {})}
    />
  );
}
