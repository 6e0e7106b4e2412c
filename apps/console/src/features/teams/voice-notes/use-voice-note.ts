import { useEffect, useRef, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSettings } from "../../settings/index.ts";
import { type VoiceNote, VoiceRecorder } from "./voice-recorder.ts";

type VoiceNoteState =
  | { readonly name: "idle" }
  | { readonly name: "asking" }
  | { readonly name: "recording"; readonly elapsedMs: number; readonly levels: readonly number[] }
  | { readonly name: "failed" };

const IDLE: VoiceNoteState = { name: "idle" };
const LOOK_EVERY_MS = 100;
/** As many bars as are shown. */
const BARS = 40;
/** Nobody listens to a note for longer. */
const MAX_NOTE_MS = 5 * 60_000;
const MIN_MS = 500;

export interface VoiceNoteControls {
  readonly state: VoiceNoteState;
  start(): void;
  cancel(): void;
  /** Hands over what was said; too short a note was a slip of the finger. */
  finish(): void;
}

/** Records one note at a time, with how loud it is. */
export function useVoiceNote(
  onRecorded: (note: VoiceNote) => void,
  maxMs: number = MAX_NOTE_MS,
): VoiceNoteControls {
  const { browser } = usePlatform();
  const deviceId = useSettings((settings) => settings.audioInput?.browserId ?? "");
  const [state, setState] = useState<VoiceNoteState>(IDLE);
  const current = useRef<VoiceRecorder>(undefined);
  const isGone = useRef(false);
  const isRecording = state.name === "recording";

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      current.current?.cancel();
    };
  }, []);

  const finish = (): void => {
    const recorder = current.current;
    current.current = undefined;
    setState(IDLE);
    if (!recorder) return;
    if (recorder.elapsedMs < MIN_MS) recorder.cancel();
    else recorder.finish().then(onRecorded, browser.reportError);
  };
  const finishing = useRef(finish);
  finishing.current = finish;

  useEffect(() => {
    const recorder = current.current;
    if (!isRecording || !recorder) return;
    const meter = openMeter(recorder.stream);
    const timer = setInterval(() => {
      if (recorder.elapsedMs >= maxMs) return finishing.current();
      const level = meter.level();
      setState((before) =>
        before.name === "recording"
          ? {
              name: "recording",
              elapsedMs: recorder.elapsedMs,
              levels: [...before.levels, level].slice(-BARS),
            }
          : before,
      );
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      meter.close();
    };
  }, [isRecording, maxMs]);

  const start = async (): Promise<void> => {
    if (current.current || state.name === "asking") return;
    setState({ name: "asking" });
    try {
      const recorder = await VoiceRecorder.start({
        clock: browser.clock,
        openMicrophone: () =>
          navigator.mediaDevices.getUserMedia({ audio: deviceId === "" ? true : { deviceId } }),
        createRecorder: (stream, mimeType) => new MediaRecorder(stream, { mimeType }),
        canRecord: (type) => "MediaRecorder" in window && MediaRecorder.isTypeSupported(type),
      });
      if (isGone.current) return recorder.cancel();
      current.current = recorder;
      setState({ name: "recording", elapsedMs: 0, levels: [] });
    } catch {
      if (!isGone.current) setState({ name: "failed" });
    }
  };
  return {
    state,
    finish,
    start: () => void start(),
    cancel: () => {
      current.current?.cancel();
      current.current = undefined;
      setState(IDLE);
    },
  };
}

/** How loud it is, from 0 to 1. */
function openMeter(stream: MediaStream): { level(): number; close(): void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) * 3);
    },
    close: () => void context.close(),
  };
}
