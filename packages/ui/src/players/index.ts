export { AudioPlayer } from "./audio-player.tsx";
