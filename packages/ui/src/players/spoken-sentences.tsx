import { type ReactNode, useState } from "react";
import { clockDuration } from "../format/index.ts";
import { HighlightedText, LinkedText, textLinks } from "../text/index.ts";
import classes from "./spoken-sentences.module.css";

/** Something that was said, and when: seconds from the beginning. */
export interface TimedSentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface SpokenSentencesProps<Sentence extends TimedSentence> {
  readonly sentences: readonly Sentence[];
  /** The place of the sentence that is heard now; -1 for none. */
  readonly spoken: number;
  readonly onPlay: (sentence: Sentence) => void;
}

/** Sentences of a recording, in a text that flows. A click on one plays it. */
export function SpokenSentences<Sentence extends TimedSentence>(
  props: SpokenSentencesProps<Sentence>,
): ReactNode {
  const { sentences, spoken, onPlay } = props;
  return sentences.map((sentence, index) => (
    <OneSentence
      // Sentences have no other name than their place in time.
      key={sentence.start}
      sentence={sentence}
      isSpoken={index === spoken}
      onPlay={() => onPlay(sentence)}
    />
  ));
}

const WORDS = /[\p{L}\p{N}]/u;

interface OneSentenceProps {
  readonly sentence: TimedSentence;
  readonly isSpoken: boolean;
  readonly onPlay: () => void;
}

/** Numbers in it are links to call: a button cannot hold them, so the words around are buttons. */
function OneSentence({ sentence, isSpoken, onPlay }: OneSentenceProps): ReactNode {
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
              <HighlightedText text={part.text} />
            </span>
          );
        })}
      </span>{" "}
    </>
  );
}

/** Which of the sentences is heard at each moment: give `onPosition` to the player. */
export function useSpoken(
  sentences: readonly TimedSentence[],
  startAt = -1,
): { readonly spoken: number; readonly onPosition: (seconds: number) => void } {
  const spokenAt = (seconds: number): number =>
    sentences.findIndex(({ start, end }) => seconds >= start && seconds < end);
  const [spoken, setSpoken] = useState(() => spokenAt(startAt));
  return { spoken, onPosition: (seconds) => setSpoken(spokenAt(seconds)) };
}
