/** What the engine runs with is not installed with the rest: a run of a single test file may be the first to need it. */
export async function setup(): Promise<void> {
  const script = new URL("../../../../scripts/run/speech-engine.mjs", import.meta.url).href;
  const { ensureSpeechEngine } = (await import(script)) as { ensureSpeechEngine(): Promise<void> };
  await ensureSpeechEngine();
}
