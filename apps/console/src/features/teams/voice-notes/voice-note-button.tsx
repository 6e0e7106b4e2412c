import { ActionIcon } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { ToolButton } from "@offhook/ui/conversation";
import { clockDuration } from "@offhook/ui/format";
import { Mic, SendHorizontal, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useTeamsChat } from "../teams-context.ts";
import { useVoiceNote } from "./use-voice-note.ts";
import classes from "./voice-note-button.module.css";
import type { VoiceNote } from "./voice-recorder.ts";

export interface VoiceNoteButtonProps {
  readonly topic: string;
  /** The message that is answered, in a thread. */
  readonly reply?: number | undefined;
}

/** Speaking instead of typing: what was said goes out like any file, and waits offline like any message. */
export function VoiceNoteButton({ topic, reply }: VoiceNoteButtonProps): ReactNode {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const send = ({ file, durationMs }: VoiceNote): void => {
    const note = { id: crypto.randomUUID(), file, progress: 0, duration: durationMs };
    chat.outbox.send({ topic, typed: "", files: [note], reply });
  };
  const { state, start, cancel, finish } = useVoiceNote(send);
  const sayFailed = useEffectEvent(() =>
    snackbar.show("The microphone is not available. Allow it in the browser and try again.", {
      tone: "error",
    }),
  );
  useEffect(() => {
    if (state.name === "failed") sayFailed();
  }, [state.name]);
  if (state.name !== "recording")
    return (
      <ToolButton label="Record a voice note" icon={Mic} isBusy={state.name === "asking"} onClick={start} />
    );
  return (
    <fieldset className={classes.bar} aria-label="Voice note">
      <ActionIcon size={34} aria-label="Discard the voice note" title="Discard" onClick={cancel}>
        <Trash2 size={18} aria-hidden="true" />
      </ActionIcon>
      <Levels levels={state.levels} />
      <span className={classes.time} role="timer" data-numeric>
        {clockDuration(Math.floor(state.elapsedMs / 1000))}
      </span>
      <ActionIcon variant="filled" size={36} aria-label="Send the voice note" title="Send" onClick={finish}>
        <SendHorizontal size={18} aria-hidden="true" />
      </ActionIcon>
    </fieldset>
  );
}

const BAR_WIDTH = 4;
const HEIGHT = 24;
const WIDTH = 160;

/** The newest at the right end. */
function Levels({ levels }: { readonly levels: readonly number[] }): ReactNode {
  return (
    <svg className={classes.levels} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {levels.map((level, index) => {
        const height = Math.max(2, level * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place, and nothing else of it lasts.
            key={index}
            x={WIDTH - (levels.length - index) * BAR_WIDTH}
            y={(HEIGHT - height) / 2}
            width={2}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
