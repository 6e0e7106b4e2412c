import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { GREETING_MAX_SECONDS } from "@offhook/contract";
import { FormDialog } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import { LevelMeter } from "@offhook/ui/inputs";
import { AudioPlayer } from "@offhook/ui/players";
import { Mic, RotateCcw, Square } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSettings } from "../../settings/index.ts";
import { useVoiceNote } from "../../teams/index.ts";
import classes from "./box-page.module.css";
import { useGreetingActions } from "./use-greetings.ts";
import { toWav } from "./wav-file.ts";

export interface RecordGreetingDialogProps {
  readonly mailbox: string;
  readonly onClose: () => void;
}

interface Take {
  readonly file: File;
  readonly url: string;
  readonly seconds: number;
  /** Saving again after a lost answer makes no second greeting. */
  readonly uuid: string;
}

/** Speak, listen, speak again, save. */
export function RecordGreetingDialog({ mailbox, onClose }: RecordGreetingDialogProps): ReactNode {
  const actions = useGreetingActions(mailbox);
  const { take, keep, forget } = useTake();
  const [name, setName] = useState("");
  const [isForNoAnswer, setIsForNoAnswer] = useState(true);
  const [isSaving, setIsSaving] = useState(false);
  const save = async ({ uuid, file }: Take): Promise<void> => {
    setIsSaving(true);
    const added = await actions.add(uuid, name.trim() || "Greeting", file);
    if (added && isForNoAnswer) await actions.choose({ no_answer: added.id });
    setIsSaving(false);
    if (added) onClose();
  };
  return (
    <FormDialog
      opened
      title="Record a greeting"
      closeButtonProps={{ "aria-label": "Close" }}
      onClose={onClose}
    >
      <div className={classes.recording}>
        {take ? (
          <AudioPlayer label="Your recording" url={take.url} duration={take.seconds} />
        ) : (
          <Recorder onRecorded={keep} />
        )}
        {take && (
          <>
            <TextInput
              label="Name"
              placeholder="Greeting"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              label="Use it when nobody answers"
              checked={isForNoAnswer}
              onChange={(event) => setIsForNoAnswer(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button
                variant="default"
                leftSection={<RotateCcw size={16} aria-hidden="true" />}
                onClick={forget}
              >
                Record again
              </Button>
              <Button loading={isSaving} onClick={() => void save(take)}>
                Save
              </Button>
            </Group>
          </>
        )}
      </div>
    </FormDialog>
  );
}

/** What was recorded last, with an address that is let go with it. */
function useTake() {
  const { browser } = usePlatform();
  const [take, setTake] = useState<Take>();
  useEffect(() => () => take && URL.revokeObjectURL(take.url), [take]);
  const keep = (recorded: Blob, seconds: number): void => {
    toWav(recorded).then((file) => {
      setTake({ file, url: URL.createObjectURL(file), seconds, uuid: crypto.randomUUID() });
    }, browser.reportError);
  };
  return { take, keep, forget: () => setTake(undefined) };
}

interface RecorderProps {
  readonly onRecorded: (file: Blob, seconds: number) => void;
}

function Recorder({ onRecorded }: RecorderProps): ReactNode {
  const microphone = useSettings((settings) => settings.audioInput?.label ?? "");
  const { state, start, finish } = useVoiceNote(
    ({ file, durationMs }) => onRecorded(file, durationMs / 1000),
    GREETING_MAX_SECONDS * 1000 - 500,
  );
  const isRecording = state.name === "recording";
  return (
    <>
      <p className={classes.note}>
        {microphone === "" ? "Your default microphone is used." : `Microphone: ${microphone}`}
      </p>
      {isRecording && (
        <div className={classes.recordingHead}>
          <LevelMeter label="Microphone level" level={state.levels.at(-1) ?? 0} />
          <span role="timer" data-numeric>
            {clockDuration(Math.floor(state.elapsedMs / 1000))}
          </span>
        </div>
      )}
      {state.name === "failed" && (
        <p role="alert" className={classes.note}>
          The microphone is not available. Allow it in the browser and try again.
        </p>
      )}
      {isRecording ? (
        <Button color="red" leftSection={<Square size={16} aria-hidden="true" />} onClick={finish}>
          Stop
        </Button>
      ) : (
        <Button
          loading={state.name === "asking"}
          leftSection={<Mic size={16} aria-hidden="true" />}
          onClick={start}
        >
          Start recording
        </Button>
      )}
    </>
  );
}
