import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { type RecorderDeps, VoiceRecorder } from "./voice-recorder.ts";

/** A tone instead of a microphone; the recorder is the browser's own. */
function aMicrophone(): { stream: MediaStream; deps: RecorderDeps; clock: FakeClock } {
  const context = new AudioContext();
  const target = context.createMediaStreamDestination();
  const tone = context.createOscillator();
  tone.connect(target);
  tone.start();
  const clock = new FakeClock(0);
  const deps: RecorderDeps = {
    clock,
    openMicrophone: () => Promise.resolve(target.stream),
    createRecorder: (stream, mimeType) => new MediaRecorder(stream, { mimeType }),
    canRecord: (type) => MediaRecorder.isTypeSupported(type),
  };
  return { stream: target.stream, deps, clock };
}

test("[TEAM-A6] a voice note is a sound file with its length, and the microphone is let go", async () => {
  const { stream, deps, clock } = aMicrophone();
  const recorder = await VoiceRecorder.start(deps);
  clock.advance(2_500);
  const { file, durationMs } = await recorder.finish();
  expect(durationMs).toBe(2_500);
  expect(file.type).toMatch(/^audio\/\w+$/);
  expect(file.name).toMatch(/^Voice note\.(webm|ogg|m4a)$/);
  expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(["ended"]);
});

test("[TEAM-A7] a discarded note lets the microphone go too, and without a recorder there is none", async () => {
  const { stream, deps } = aMicrophone();
  (await VoiceRecorder.start(deps)).cancel();
  expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(["ended"]);
  await expect(VoiceRecorder.start({ ...deps, canRecord: () => false })).rejects.toThrow("cannot record");
});
