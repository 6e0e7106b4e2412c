import { expect, test } from "vitest";
import { RunningTranscript } from "./running-transcript.ts";

const part = (text: string | null, start: number, end: number) => ({ text, start, end });

test("[LVM6] what is just being said is shown at once, and may still change", () => {
  const transcript = new RunningTranscript();
  expect(transcript.take({ parts: [part("Hi it is", 0.4, 1.4)], until: 1.5 })).toEqual({
    sentences: [],
    unfinished: "Hi it is",
  });
  expect(transcript.from).toBe(0);
  const next = transcript.take({ parts: [part("Hi, it is June.", 0.4, 2.2)], until: 2.6 });
  expect(next).toEqual({ sentences: [], unfinished: "Hi, it is June." });
});

test("[LVM6] a pause, or what is said next, settles a sentence, which is not heard again", () => {
  const transcript = new RunningTranscript();
  transcript.take({ parts: [part("Hi.", 0.4, 2), part("Please call", 2.6, 4)], until: 4 });
  expect(transcript.from).toBe(2);
  const paused = transcript.take({ parts: [part("Please call me.", 2.6, 4.4)], until: 5.7 });
  expect(paused.sentences.map(({ text }) => text)).toEqual(["Hi.", "Please call me."]);
  expect(paused.unfinished).toBe("");
  expect(transcript.from).toBe(4.4);
});

test("[LVM6] silence is not listened to for ever", () => {
  const transcript = new RunningTranscript();
  expect(transcript.take({ parts: [], until: 9 })).toEqual({ sentences: [], unfinished: "" });
  expect(transcript.from).toBe(6);
});

test("[LVM6] a language that is not understood gives no words, also where a sentence sounds like English", () => {
  const transcript = new RunningTranscript();
  transcript.take({ parts: [part(null, 0, 4)], until: 6 });
  expect(transcript.take({ parts: [part("Yes.", 6, 7)], until: 7 })).toEqual({
    sentences: [],
    unfinished: "",
  });
  const understood = transcript.take({ parts: [part("Yes, this is all in English.", 6, 11)], until: 13 });
  expect(understood.sentences.map(({ text }) => text)).toEqual(["Yes, this is all in English."]);
});
