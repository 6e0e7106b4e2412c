import type { SpokenSentence, VoicemailDetails } from "@offhook/contract";
import { DetailSection } from "@offhook/ui/detail";
import { SpokenSentences } from "@offhook/ui/players";
import { LinkedText } from "@offhook/ui/text";
import type { ReactNode } from "react";
import { transcriptState } from "../voicemail-words.ts";
import classes from "./voicemail-detail.module.css";

export interface TranscriptProps {
  readonly voicemail: VoicemailDetails;
  /** The place of the sentence that is heard now; -1 for none. */
  readonly spoken: number;
  readonly onPlay: (sentence: SpokenSentence) => void;
}

/** What was said, as a machine heard it. A click on a sentence plays it. */
export function Transcript({ voicemail, spoken, onPlay }: TranscriptProps): ReactNode {
  const { transcription, sentences, fileError } = voicemail;
  const state = transcriptState(voicemail);
  // Without an engine there is nothing to say about its work; of a broken file the player has said it.
  if (transcription === "" && (state === "" || fileError !== null)) return null;
  return (
    <DetailSection label="Transcript" aside={transcription !== "" && <span>Automatic, may be wrong</span>}>
      {transcription === "" ? (
        <p className={classes.note} role="status">
          {state}
        </p>
      ) : (
        <p className={classes.transcript} dir="auto">
          {sentences.length === 0 && <LinkedText text={transcription} />}
          <SpokenSentences sentences={sentences} spoken={spoken} onPlay={onPlay} />
        </p>
      )}
    </DetailSection>
  );
}
