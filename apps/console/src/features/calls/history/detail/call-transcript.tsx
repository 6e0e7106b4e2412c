import { Button, TextInput } from "@mantine/core";
import type { CallRecordDetails, CallSentence } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { SpokenSentences } from "@offhook/ui/players";
import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import classes from "./call-transcript.module.css";
import { findTurns, speakerTurns } from "./speaker-turns.ts";

type Recording = CallRecordDetails["recordings"][number];

export interface RecordingTranscriptProps {
  readonly recording: Recording;
  readonly names: Readonly<Record<CallSentence["speaker"], string>>;
  /** The place of the sentence that is heard now; -1 for none. */
  readonly spoken: number;
  readonly onPlay: (sentence: CallSentence) => void;
  readonly onAsked: () => void;
}

const STATES = {
  off: "",
  unasked: "",
  done: "",
  waiting: "Transcribing…",
  none: "No words recognized.",
  failed: "Transcription failed.",
} as const satisfies Record<Recording["transcript"]["state"], string>;

/** From this many turns on there is a field to find words in them. */
const MANY_TURNS = 4;

/** What was said in a recorded call and by whom, or how to get it. */
export function RecordingTranscript(props: RecordingTranscriptProps): ReactNode {
  const { recording, onAsked } = props;
  const { state } = recording.transcript;
  if (state === "off") return null;
  return (
    <section className={classes.transcript} aria-label="Transcript">
      {STATES[state] !== "" && (
        <p className={classes.note} role="status">
          {STATES[state]}
        </p>
      )}
      {(state === "unasked" || state === "failed") && (
        <AskButton
          id={recording.id}
          label={state === "failed" ? "Try again" : "Transcribe"}
          onAsked={onAsked}
        />
      )}
      {state === "done" && <Turns {...props} />}
    </section>
  );
}

interface AskButtonProps {
  readonly id: string;
  readonly label: string;
  readonly onAsked: () => void;
}

function AskButton({ id, label, onAsked }: AskButtonProps): ReactNode {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const [isAsking, setAsking] = useState(false);
  const ask = (): void => {
    setAsking(true);
    client
      .transcribeRecording({ body: { id } })
      .then(onAsked, (failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }))
      .finally(() => setAsking(false));
  };
  return (
    <Button variant="default" size="compact-sm" loading={isAsking} onClick={ask}>
      {label}
    </Button>
  );
}

function Turns({ recording, names, spoken, onPlay }: RecordingTranscriptProps): ReactNode {
  const [words, setWords] = useState("");
  const { sentences } = recording.transcript;
  const turns = speakerTurns(sentences);
  const shown = findTurns(turns, words);
  const heard = sentences[spoken];
  return (
    <>
      <div className={classes.head}>
        <h4 className={classes.heading}>Transcript</h4>
        <span className={classes.heading}>Automatic, may be wrong</span>
      </div>
      {turns.length >= MANY_TURNS && (
        <TextInput
          className={classes.find}
          type="search"
          size="sm"
          placeholder="Find in transcript"
          aria-label="Find in transcript"
          leftSection={<Search size={16} aria-hidden="true" />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && (
        <p className={classes.note} role="status">
          Nobody said this.
        </p>
      )}
      <dl className={classes.turns}>
        {shown.map((turn) => (
          <div key={turn.sentences[0]?.start} className={classes.turn} data-speaker={turn.speaker}>
            <dt className={classes.speaker}>{names[turn.speaker]}</dt>
            <dd className={classes.said} dir="auto">
              <SpokenSentences
                sentences={turn.sentences}
                spoken={heard ? turn.sentences.indexOf(heard) : -1}
                onPlay={onPlay}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
