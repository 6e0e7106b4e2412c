import type { WallboardQueue, WallboardThresholds } from "@offhook/contract";
import { useEffect, useRef } from "react";
import type { SoundPlayer } from "../../../platform/sounds/sound-player.ts";
import { severityOf } from "./severity.ts";

export interface AlarmSoundOptions {
  readonly queues: readonly WallboardQueue[];
  readonly thresholds: WallboardThresholds;
  /** Unix time in seconds. */
  readonly now: number;
  readonly isMuted: boolean;
  readonly player: Pick<SoundPlayer, "play">;
}

/** What a wall sounds with: it has to be heard over people who talk. */
export const ALARM_SOUND = "callWaiting";

/** Sounds once when a queue becomes an alarm that somebody can do something about. */
export function useAlarmSound({ queues, thresholds, now, isMuted, player }: AlarmSoundOptions): void {
  const alarms = queues
    .filter((queue) => severityOf(queue, thresholds, now).now === "alarm")
    .map(({ name }) => name)
    .join("\n");
  const before = useRef("");
  useEffect(() => {
    const known = new Set(before.current.split("\n"));
    before.current = alarms;
    const isNew = alarms !== "" && alarms.split("\n").some((name) => !known.has(name));
    if (isNew && thresholds.sound && !isMuted) player.play(ALARM_SOUND);
  }, [alarms, thresholds.sound, isMuted, player]);
}
