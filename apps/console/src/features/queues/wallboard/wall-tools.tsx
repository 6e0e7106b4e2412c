import { ActionIcon, Button } from "@mantine/core";
import { Maximize, Minimize, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";

const ICON_SIZE = 20;
/** Of this screen, not of its user. */
const MUTED_KEY = "wallboardMuted";

export function useMuted(): readonly [isMuted: boolean, setMuted: (isMuted: boolean) => void] {
  const { store } = usePlatform().browser;
  const [isMuted, setMuted] = useState(() => store.get(MUTED_KEY) === "true");
  const change = (muted: boolean): void => {
    store.set(MUTED_KEY, String(muted));
    setMuted(muted);
  };
  return [isMuted, change];
}

export interface SoundButtonProps {
  readonly isMuted: boolean;
  /** The browser keeps the page silent until somebody clicks. */
  readonly isBlocked: boolean;
  readonly onChange: (isMuted: boolean) => void;
  readonly onUnblock: () => void;
}

export function SoundButton({ isMuted, isBlocked, onChange, onUnblock }: SoundButtonProps): ReactNode {
  if (isBlocked && !isMuted)
    return (
      <Button
        variant="light"
        color="amber"
        leftSection={<VolumeX size={ICON_SIZE} aria-hidden />}
        // The click itself is what the browser has waited for.
        onClick={onUnblock}
      >
        Turn on sound
      </Button>
    );
  const Icon = isMuted ? VolumeX : Volume2;
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-pressed={isMuted}
      aria-label="Mute alarms"
      title="Mute alarms"
      onClick={() => onChange(!isMuted)}
    >
      <Icon size={ICON_SIZE} aria-hidden />
    </ActionIcon>
  );
}

/** All of the page, or dialogs and a call that rings would be behind the wall. Nothing where the browser cannot. */
export function FullScreenButton(): ReactNode {
  const [isFull, setIsFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const follow = (): void => setIsFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const Icon = isFull ? Minimize : Maximize;
  const name = isFull ? "Exit full screen" : "Full screen";
  const toggle = (): void => {
    // A browser may refuse; the wall stays as it is.
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {});
  };
  return (
    <ActionIcon variant="default" size="lg" aria-label={name} title={name} onClick={toggle}>
      <Icon size={ICON_SIZE} aria-hidden />
    </ActionIcon>
  );
}
