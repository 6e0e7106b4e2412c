export { LevelMeter } from "./level-meter.tsx";
export { ShortcutRecorder } from "./shortcut-recorder.tsx";
