import type { CallSentence } from "@offhook/contract";

/** What one party said before the other did. */
export interface SpeakerTurn {
  readonly speaker: CallSentence["speaker"];
  readonly sentences: readonly CallSentence[];
}

/** Pure. */
export function speakerTurns(sentences: readonly CallSentence[]): readonly SpeakerTurn[] {
  const turns: { speaker: CallSentence["speaker"]; sentences: CallSentence[] }[] = [];
  for (const sentence of sentences) {
    const last = turns.at(-1);
    if (last?.speaker === sentence.speaker) last.sentences.push(sentence);
    else turns.push({ speaker: sentence.speaker, sentences: [sentence] });
  }
  return turns;
}

/** Pure. The turns in which all these words occur, whatever their case. */
export function findTurns(turns: readonly SpeakerTurn[], words: string): readonly SpeakerTurn[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return turns.filter(({ sentences }) => {
    const said = sentences
      .map(({ text }) => text)
      .join(" ")
      .toLocaleLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}
