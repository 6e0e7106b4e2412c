import { Menu } from "@mantine/core";
import {
  Download,
  EllipsisVertical,
  type LucideIcon,
  Maximize,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  Trash2,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { ReactNode } from "react";
import { clockDuration, durationWords } from "../../format/durations.ts";
import { RangeInput } from "../range-input.tsx";
import type { Fullscreen } from "../use-fullscreen.ts";
import type { VideoControls } from "./use-video.ts";
import classes from "./video-player.module.css";
import { playbackRates, type VideoState } from "./video-state.ts";

export interface VideoBarProps {
  readonly video: VideoControls;
  readonly fullscreen: Fullscreen;
  readonly onDownload: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

const PLAY_BUTTON: Readonly<Record<VideoState, readonly [string, LucideIcon]>> = {
  idle: ["Play video", Play],
  paused: ["Play video", Play],
  failed: ["Play video", Play],
  playing: ["Pause video", Pause],
  waiting: ["Pause video", Pause],
  ended: ["Replay video", RotateCcw],
};

export function VideoBar({ video, fullscreen, onDownload, onDelete }: VideoBarProps): ReactNode {
  const { state, position, duration, volume, seek, setVolume, togglePlay } = video;
  const [playLabel, PlayIcon] = PLAY_BUTTON[state];
  return (
    <div className={classes.bar}>
      <RangeInput
        label="Seek"
        min={0}
        max={duration}
        step={0.1}
        value={Math.min(position, duration)}
        valueText={`${durationWords(position)} of ${durationWords(duration)}`}
        onChange={seek}
      />
      <div className={classes.buttons}>
        <BarButton label={playLabel} icon={PlayIcon} onClick={togglePlay} />
        <span className={classes.time} data-numeric>
          {clockDuration(position)} / {clockDuration(duration)}
        </span>
        <span className={classes.space} />
        <BarButton
          label={volume === 0 ? "Unmute" : "Mute"}
          icon={volume === 0 ? VolumeX : Volume2}
          onClick={() => setVolume(volume === 0 ? 1 : 0)}
        />
        <div className={classes.volume}>
          <RangeInput
            label="Volume"
            min={0}
            max={1}
            step={0.1}
            value={volume}
            valueText={`${Math.round(volume * 100)}%`}
            onChange={setVolume}
          />
        </div>
        <MoreMenu video={video} fullscreen={fullscreen} onDownload={onDownload} onDelete={onDelete} />
        <BarButton
          label={fullscreen.isFullscreen ? "Exit fullscreen" : "Fullscreen"}
          icon={fullscreen.isFullscreen ? Minimize : Maximize}
          onClick={fullscreen.toggle}
        />
      </div>
    </div>
  );
}

function MoreMenu({ video, fullscreen, onDownload, onDelete }: VideoBarProps): ReactNode {
  return (
    // In fullscreen only what lies inside the player can be seen; else the player's own edge would cut the menu off.
    <Menu withinPortal={!fullscreen.isFullscreen} position="top-end" width={150}>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label="More" title="More">
          <EllipsisVertical size={18} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Speed</Menu.Label>
        {playbackRates.map((rate) => (
          <Menu.RadioItem
            key={rate}
            value={String(rate)}
            checked={rate === video.rate}
            onChange={() => video.setRate(rate)}
          >
            {rate === 1 ? "Normal" : `${rate}x`}
          </Menu.RadioItem>
        ))}
        {(onDownload || onDelete) && <Menu.Divider />}
        {onDownload && (
          <Menu.Item leftSection={<Download size={16} aria-hidden="true" />} onClick={onDownload}>
            Download
          </Menu.Item>
        )}
        {onDelete && (
          <Menu.Item leftSection={<Trash2 size={16} aria-hidden="true" />} onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
}

function BarButton({ label, icon: Icon, onClick }: BarButtonProps): ReactNode {
  return (
    <button type="button" className={classes.button} aria-label={label} title={label} onClick={onClick}>
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
