export { LevelMeter, type LevelMeterProps } from "./level-meter.tsx";
export { ShortcutRecorder, type ShortcutRecorderProps } from "./shortcut-recorder.tsx";
