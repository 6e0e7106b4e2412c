export { AudioPlayer, type AudioPlayerProps } from "./audio-player.tsx";
