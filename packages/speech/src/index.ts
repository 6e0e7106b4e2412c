export { SpeechEngine } from "./client/speech-engine.ts";
export { findSpeechEngine, speechProgram } from "./client/speech-program.ts";
