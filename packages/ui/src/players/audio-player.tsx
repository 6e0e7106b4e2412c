import { ActionIcon, Button, Loader, Menu } from "@mantine/core";
import {
  CircleAlert,
  Download,
  FastForward,
  Gauge,
  type LucideIcon,
  Pause,
  Play,
  RotateCcw,
  Speaker,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useState } from "react";
import { clockDuration, durationWords } from "../format/durations.ts";
import { playbackRates } from "../viewers/video/video-state.ts";
import classes from "./audio-player.module.css";
import { usePlaybackRate } from "./playback-rate.ts";
import type { Stretch } from "./silences.ts";
import { useWave, type WaveControls, type WaveStatus } from "./use-wave.ts";

export interface AudioPlayerProps {
  /** What is heard: "Recording", "Voicemail from Ana". */
  readonly label: string;
  /** Left out while the address is still on its way. */
  readonly url: string | undefined;
  /** Seconds. */
  readonly duration: number;
  readonly rate?: number;
  readonly onRateChange?: (rate: number) => void;
  readonly onDownload?: () => void;
  readonly onRetry?: () => void;
  /** The device to play on. */
  readonly sinkId?: string | undefined;
  /** Another one to choose, by its name. */
  readonly secondOutput?: { readonly sinkId: string; readonly name: string } | undefined;
  /** How loud it is from beginning to end, 0 to 100 each; left out, the file is read to draw it. */
  readonly peaks?: readonly number[] | undefined;
  /** Pauses that the listener may leave out; none of them, no switch for it. */
  readonly silences?: readonly Stretch[];
  /** Where to begin, in seconds. */
  readonly startAt?: number | undefined;
  readonly onPlay?: () => void;
  readonly onPosition?: (seconds: number) => void;
  /** Why there is nothing to hear. */
  readonly error?: string | undefined;
  readonly ref?: Ref<AudioPlayerHandle>;
}

export interface AudioPlayerHandle {
  playFrom(seconds: number): void;
}

const NO_SILENCES: readonly Stretch[] = [];

/** Play, waveform, time, speed and download of one sound. */
export function AudioPlayer(props: AudioPlayerProps): ReactNode {
  const { label, duration, onRateChange, onDownload, silences = NO_SILENCES, secondOutput, error } = props;
  const memory = usePlaybackRate();
  const [ownRate, setOwnRate] = useState(() => memory.rate());
  const [isSkipping, setIsSkipping] = useState(false);
  const [isOnSecond, setIsOnSecond] = useState(false);
  const rate = props.rate ?? ownRate;
  const wave = useWave({
    url: error === undefined ? props.url : undefined,
    duration,
    rate,
    sinkId: isOnSecond && secondOutput ? secondOutput.sinkId : props.sinkId,
    peaks: props.peaks,
    startAt: props.startAt,
    skipped: isSkipping ? silences : NO_SILENCES,
    onPlay: props.onPlay,
    onExpired: props.onRetry,
    onPosition: props.onPosition,
  });
  const { playFrom } = wave;
  useImperativeHandle(props.ref, () => ({ playFrom }));
  const status = error === undefined ? wave.status : "failed";
  const chooseRate = (chosen: number): void => {
    setOwnRate(chosen);
    memory.remember(chosen);
    onRateChange?.(chosen);
  };
  return (
    <fieldset className={classes.player} aria-label={label} data-status={status}>
      <PlayButton status={status} onClick={wave.togglePlay} />
      <Wave wave={wave} label={label} />
      <span className={classes.tools}>
        <span className={classes.time} data-numeric>
          {clockDuration(wave.position)} / {clockDuration(wave.duration)}
        </span>
        <RateMenu rate={rate} onChange={chooseRate} />
        {silences.length > 0 && (
          <ToolSwitch label="Skip silence" icon={FastForward} isOn={isSkipping} onChange={setIsSkipping} />
        )}
        {secondOutput && (
          <ToolSwitch
            label={`Play on ${secondOutput.name}`}
            icon={Speaker}
            isOn={isOnSecond}
            onChange={setIsOnSecond}
          />
        )}
        {onDownload && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Download"
            title="Download"
            onClick={onDownload}
          >
            <Download size={18} aria-hidden="true" />
          </ActionIcon>
        )}
      </span>
      {status === "failed" && (
        <Failure onRetry={props.onRetry}>{error ?? "This sound could not be loaded."}</Failure>
      )}
    </fieldset>
  );
}

interface FailureProps {
  readonly onRetry: (() => void) | undefined;
  readonly children: string;
}

function Failure({ onRetry, children }: FailureProps): ReactNode {
  return (
    <div className={classes.failed} role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <span>{children}</span>
      {onRetry && (
        <Button variant="subtle" size="compact-xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface ToolSwitchProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function ToolSwitch({ label, icon: Icon, isOn, onChange }: ToolSwitchProps): ReactNode {
  return (
    <ActionIcon
      variant={isOn ? "light" : "subtle"}
      {...(isOn ? {} : { color: "gray" })}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={() => onChange(!isOn)}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  );
}

const PLAY = {
  loading: ["Play", Play],
  ready: ["Play", Play],
  failed: ["Play", Play],
  playing: ["Pause", Pause],
  ended: ["Play again", RotateCcw],
} as const;

function PlayButton({
  status,
  onClick,
}: {
  readonly status: WaveStatus;
  readonly onClick: () => void;
}): ReactNode {
  const [label, Icon] = PLAY[status];
  const isUsable = status !== "loading" && status !== "failed";
  return (
    <ActionIcon
      variant="filled"
      radius="xl"
      size={36}
      aria-label={label}
      title={label}
      disabled={!isUsable}
      onClick={onClick}
    >
      {status === "loading" ? <Loader size={16} /> : <Icon size={18} aria-hidden="true" />}
    </ActionIcon>
  );
}

const STEP_SECONDS = 5;

function Wave({ wave, label }: { readonly wave: WaveControls; readonly label: string }): ReactNode {
  const { position, duration } = wave;
  const walk = (event: KeyboardEvent): void => {
    if (!obeyKey(wave, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={wave.container}
      className={classes.wave}
      role="slider"
      tabIndex={0}
      aria-label={`Position in ${label}`}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={`${durationWords(position)} of ${durationWords(duration)}`}
      onKeyDown={walk}
    />
  );
}

/** Whether it means something here. */
function obeyKey({ seek, seekBy, togglePlay, duration }: WaveControls, key: string): boolean {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      seekBy(STEP_SECONDS);
      return true;
    case "ArrowLeft":
    case "ArrowDown":
      seekBy(-STEP_SECONDS);
      return true;
    case "Home":
      seek(0);
      return true;
    case "End":
      seek(duration);
      return true;
    case " ":
      togglePlay();
      return true;
    default:
      return false;
  }
}

function RateMenu({
  rate,
  onChange,
}: {
  readonly rate: number;
  readonly onChange: (rate: number) => void;
}): ReactNode {
  return (
    <Menu position="bottom-end" width={130} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.rate}
          aria-label={`Speed: ${rate}x`}
          title="Speed"
          leftSection={<Gauge size={16} aria-hidden="true" />}
        >
          {rate}x
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {playbackRates.map((each) => (
          <Menu.RadioItem
            key={each}
            value={String(each)}
            checked={each === rate}
            onChange={() => onChange(each)}
          >
            {rateText(each)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const rateText = (rate: number): string => (rate === 1 ? "Normal" : `${rate}x`);
