import "@offhook/ui/styles.css";
import { OffhookTheme } from "@offhook/ui";
import { useLocation } from "@tanstack/react-router";
import { type LucideIcon, TvMinimal, Unplug } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { createBrowserSoundPlayer } from "../../../../platform/sounds/sound-player.ts";
import { useNow } from "../../../settings/index.ts";
import { ALARM_SOUND, useAlarmSound } from "../alarm-sound.ts";
import { useSoundAllowed } from "../use-sound-allowed.ts";
import { FullScreenButton, SoundButton, useMuted } from "../wall-tools.tsx";
import { WallboardView } from "../wallboard-view.tsx";
import { loadNewBuild } from "./load-new-build.ts";
import classes from "./tv-page.module.css";
import { TvScreen, type TvState } from "./tv-screen.ts";

/** `/wallboard#token`: the wallboard on a TV. Open to everyone who has the link, so it brings its own theme. */
export function TvPage(): ReactNode {
  // Behind the hash, so that it reaches no server's log.
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <OffhookTheme theme="systemDefault" background="whiteSmoke">
      <Tv key={token} token={token} />
    </OffhookTheme>
  );
}

function Tv({ token }: { readonly token: string }): ReactNode {
  const { client, browser } = usePlatform();
  const [screen] = useState(
    () =>
      new TvScreen({
        ...{ client, clock: browser.clock, token },
        reload: () =>
          void loadNewBuild({
            container: navigator.serviceWorker,
            clock: browser.clock,
            reload: () => window.location.reload(),
          }),
      }),
  );
  useEffect(() => {
    screen.start();
    return () => screen.stop();
  }, [screen]);
  const state = useStore(screen.state);
  return (
    <main className={classes.tv}>
      {state.name === "shown" && <Shown {...state} />}
      {state.name === "loading" && <Note icon={TvMinimal}>Loading the wallboard…</Note>}
      {state.name === "outage" && <Note icon={Unplug}>No connection. The wallboard returns by itself.</Note>}
      {state.name === "revoked" && (
        <Note icon={TvMinimal}>This link was revoked. Ask your supervisor for a new one.</Note>
      )}
    </main>
  );
}

interface NoteProps {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

/** In the place of the numbers, and as large: nobody comes close to a TV to read why it is empty. */
function Note({ icon: Icon, children }: NoteProps): ReactNode {
  return (
    <p className={classes.note}>
      <Icon className={classes.icon} aria-hidden="true" />
      {children}
    </p>
  );
}

const TICK_MS = 1_000;

function Shown({ screen, readAt }: Extract<TvState, { name: "shown" }>): ReactNode {
  const own = useNow(TICK_MS);
  const [isMuted, setMuted] = useMuted();
  const [player] = useState(() => createBrowserSoundPlayer(() => {}));
  const { name, queues, agents, thresholds, hour } = screen;
  // The clock of a TV may be wrong, but it counts seconds as the server does.
  const now = screen.now + Math.max(0, own - readAt) / 1000;
  const isSoundAllowed = useSoundAllowed();
  useAlarmSound({ queues, thresholds, now, isMuted, player });
  return (
    <div className={classes.page}>
      <WallboardView
        title={name}
        queues={queues}
        agents={agents}
        thresholds={thresholds}
        now={now}
        hour={hour}
        tools={
          <>
            <SoundButton
              isMuted={isMuted}
              isBlocked={thresholds.sound && !isSoundAllowed}
              onChange={setMuted}
              onUnblock={() => player.play(ALARM_SOUND)}
            />
            <FullScreenButton />
          </>
        }
      />
    </div>
  );
}
