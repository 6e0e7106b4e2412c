import { beforeAll, describe, expect, it } from "vitest";
import { findSpeechEngine } from "../client/speech-program.ts";
import { MoonshineModel } from "../process/moonshine-model.ts";
import { SAMPLE_RATE } from "../segments/speech-segment.ts";
import { type Band, joinedSamples, sentenceSamples } from "../testing/sentence-files.ts";
import { FOREIGN_SENTENCES, SENTENCES } from "../testing/spoken-sentences.ts";
import { wordErrors } from "../testing/word-error-rate.ts";
import { transcribeSamples } from "./transcribe-samples.ts";

const BANDS: readonly Band[] = ["wide", "narrow"];
const silence = (seconds: number) => new Int16Array(seconds * SAMPLE_RATE);

describe("transcribeSamples", () => {
  let model: MoonshineModel;
  const textOf = async (samples: Int16Array) =>
    (await transcribeSamples(samples, model)).map(({ text }) => text).join(" ");

  beforeAll(async () => {
    const folder = findSpeechEngine();
    if (folder === undefined) throw new Error("The speech engine could not be downloaded");
    model = await MoonshineModel.load(folder);
  });

  it.each(BANDS)("understands 88 words in 100, %s band", async (band) => {
    let [errors, words] = [0, 0];
    for (const { name, text } of SENTENCES) {
      const found = wordErrors(text, await textOf(sentenceSamples(name, band)));
      errors += found.errors;
      words += found.words;
    }
    expect(words).toBeGreaterThan(170);
    expect(errors / words).toBeLessThan(0.12);
  });

  it("gives no words for a language it does not understand", async () => {
    for (const { name } of FOREIGN_SENTENCES)
      for (const band of BANDS) expect(await textOf(sentenceSamples(name, band)), name).toBe("");
  });

  it("shows nothing of a message in another language with an English sentence in it", async () => {
    const [spanish, english] = [sentenceSamples("spanish-clinic", "wide"), sentenceSamples("nurse", "wide")];
    expect(await textOf(joinedSamples([spanish, silence(1), english]))).toBe("");
  });

  it("gives each sentence of a long message its time", async () => {
    const parts = ["nurse", "results", "number"].map((name) => sentenceSamples(name, "narrow"));
    const [first, second, third] = parts as [Int16Array, Int16Array, Int16Array];
    const message = joinedSamples([silence(2), first, silence(3), second, silence(3), third, silence(2)]);
    expect(message.length / SAMPLE_RATE).toBeGreaterThan(20);
    const sentences = await transcribeSamples(message, model);
    const words = ["nurse", "clinic", "noon"];
    expect(sentences.map(({ text }) => words.find((word) => text.includes(word)))).toEqual(words);
    const begins = [2, 5 + first.length / SAMPLE_RATE, 8 + (first.length + second.length) / SAMPLE_RATE];
    for (const [index, begin] of begins.entries())
      expect(Math.abs((sentences[index]?.start ?? 0) - begin)).toBeLessThan(0.4);
  });

  it("finds no words in silence and in a ringing tone", async () => {
    expect(await textOf(silence(5))).toBe("");
    const tone = Int16Array.from({ length: 4 * SAMPLE_RATE }, (_, at) => 8_000 * Math.sin(at * 0.17));
    expect(await textOf(tone)).toBe("");
  });

  it("is at least five times faster than speech, on one processor", async () => {
    const message = joinedSamples(SENTENCES.map(({ name }) => sentenceSamples(name, "narrow")));
    const before = process.cpuUsage();
    await transcribeSamples(message, model);
    const { user, system } = process.cpuUsage(before);
    expect(message.length / SAMPLE_RATE / ((user + system) / 1e6)).toBeGreaterThan(5);
  });
});
