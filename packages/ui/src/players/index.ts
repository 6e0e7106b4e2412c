export { AudioPlayer, type AudioPlayerHandle } from "./audio-player.tsx";
export { silencesOf } from "./silences.ts";
export { SpokenSentences, useSpoken } from "./spoken-sentences.tsx";
