import type { SpokenSentence, VoicemailDetails } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import { LinkedText, textLinks } from "@offhook/ui/text";
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
    <section className={classes.section} aria-label="Transcript">
      <div className={classes.transcriptHead}>
        <h3 className={classes.heading}>Transcript</h3>
        {transcription !== "" && <span className={classes.heading}>Automatic, may be wrong</span>}
      </div>
      {transcription === "" ? (
        <p className={classes.note} role="status">
          {state}
        </p>
      ) : (
        <p className={classes.transcript} dir="auto">
          {sentences.length === 0 && <LinkedText text={transcription} />}
          {sentences.map((sentence, index) => (
            <Sentence
              // Sentences have no other name than their place in time.
              key={sentence.start}
              sentence={sentence}
              isSpoken={index === spoken}
              onPlay={() => onPlay(sentence)}
            />
          ))}
        </p>
      )}
    </section>
  );
}

const WORDS = /[\p{L}\p{N}]/u;

interface SentenceProps {
  readonly sentence: SpokenSentence;
  readonly isSpoken: boolean;
  readonly onPlay: () => void;
}

/** Numbers in it are links to call: a button cannot hold them, so the words around are buttons. */
function Sentence({ sentence, isSpoken, onPlay }: SentenceProps): ReactNode {
  return (
    <>
      <span
        className={classes.sentence}
        data-spoken={isSpoken || undefined}
        aria-current={isSpoken || undefined}
      >
        {textLinks(sentence.text).map((part) => {
          if (part.kind !== "text") return <LinkedText key={part.start} text={part.text} />;
          // A full stop behind a number is nothing to aim at.
          if (!WORDS.test(part.text)) return part.text;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a button stands in a text as one block, and does not flow with it.
            <span
              key={part.start}
              role="button"
              tabIndex={0}
              className={classes.words}
              title={`Play from ${clockDuration(sentence.start)}`}
              onClick={onPlay}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                onPlay();
              }}
            >
              {part.text}
            </span>
          );
        })}
      </span>{" "}
    </>
  );
}
