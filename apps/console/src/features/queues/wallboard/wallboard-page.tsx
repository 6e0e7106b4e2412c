import { ActionIcon } from "@mantine/core";
import {
  DEFAULT_WALLBOARD_THRESHOLDS,
  hasScope,
  type QueueStatus,
  type Wallboard,
  type WallboardAgent,
  wallboardQueueOf,
} from "@offhook/contract";
import { ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { wallTimeOf } from "@offhook/ui/format";
import { SlidersHorizontal, Tv } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSoundPlayer } from "../../../platform/sounds/sound-context.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { AgentBoardProvider, useAgentBoard, useAgentBoardState } from "../dashboard/agent-board-context.ts";
import { colleaguesOf } from "../dashboard/agent-standing.ts";
import { useOwnBoard } from "../dashboard/use-own-board.ts";
import { ALARM_SOUND, useAlarmSound } from "./alarm-sound.ts";
import { CallList } from "./call-list.tsx";
import { ThresholdsDialog } from "./thresholds-dialog.tsx";
import { TvLinksDialog } from "./tv-links-dialog.tsx";
import { useSoundAllowed } from "./use-sound-allowed.ts";
import { FullScreenButton, SoundButton, useMuted } from "./wall-tools.tsx";
import classes from "./wallboard-page.module.css";
import { WallboardView } from "./wallboard-view.tsx";

/** `/acd/wallboard`: the user's queues, large enough for a wall. */
export function WallboardPage(): ReactNode {
  const board = useOwnBoard();
  return (
    <AgentBoardProvider value={board}>
      <LoadedWallboard />
    </AgentBoardProvider>
  );
}

const TICK_MS = 1_000;
/** Colleagues may change thresholds, and at midnight another weekday is the usual one. */
const ASK_AGAIN_MS = 60_000;
const SKELETON_ROWS = 5;
const KEY = ["wallboard"];

function useWallboard() {
  const { client } = usePlatform();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.getWallboard({}, { signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
}

function LoadedWallboard(): ReactNode {
  const board = useAgentBoard();
  const status = useAgentBoardState((state) => state.status);
  const wallboard = useWallboard();
  const isLoading = useLoadingShown(status === "loading");
  if (isLoading) return <ListSkeleton rows={SKELETON_ROWS} label="Loading the wallboard" />;
  if (status === "failed")
    return (
      <LoadError onRetry={() => void board.load().catch(() => {})}>
        The wallboard could not be loaded.
      </LoadError>
    );
  // Thresholds and the usual day only explain the numbers: without them the wall still shows what is going on.
  return <Wall wallboard={wallboard.data ?? { thresholds: DEFAULT_WALLBOARD_THRESHOLDS, usual: [] }} />;
}

function Wall({ wallboard: { thresholds, usual } }: { readonly wallboard: Wallboard }): ReactNode {
  const statuses = useAgentBoardState((state) => state.queues);
  const numbers = useStore(useAgentBoard().numbers);
  const now = useNow(TICK_MS) / 1000;
  const { effective_timezone } = useUser();
  const player = useSoundPlayer();
  const [isMuted, setMuted] = useMuted();
  const queues = statuses.map((status) =>
    wallboardQueueOf(
      status,
      numbers?.queues.find(({ queue_id }) => queue_id === status.queue_id),
      usual.find(({ queue_id }) => queue_id === status.queue_id)?.hours,
    ),
  );
  const isSoundAllowed = useSoundAllowed();
  useAlarmSound({ queues, thresholds, now, isMuted, player });
  return (
    <div className={classes.page} data-wall>
      <WallboardView
        title="Wallboard"
        queues={queues}
        isCounted={numbers !== undefined}
        agents={agentsOf(statuses)}
        thresholds={thresholds}
        now={now}
        hour={wallTimeOf(now * 1000, effective_timezone).hour}
        tools={
          <>
            <SupervisorTools thresholds={thresholds} />
            <SoundButton
              isMuted={isMuted}
              isBlocked={thresholds.sound && !isSoundAllowed}
              onChange={setMuted}
              onUnblock={() => player.play(ALARM_SOUND)}
            />
            <FullScreenButton />
          </>
        }
        aside={<CallList now={now} />}
      />
    </div>
  );
}

/** Everyone who is signed in to a queue. */
function agentsOf(statuses: readonly QueueStatus[]): readonly WallboardAgent[] {
  return colleaguesOf(statuses, []).filter(({ state }) => state !== "loggedOut");
}

const ICON_SIZE = 20;

function SupervisorTools({ thresholds }: Pick<Wallboard, "thresholds">): ReactNode {
  const isSupervisor = hasScope(useUser().scope, "supervision");
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<"thresholds" | "links">();
  if (!isSupervisor) return null;
  const close = (): void => setDialog(undefined);
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Thresholds"
        title="Thresholds"
        onClick={() => setDialog("thresholds")}
      >
        <SlidersHorizontal size={ICON_SIZE} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="TV links"
        title="TV links"
        onClick={() => setDialog("links")}
      >
        <Tv size={ICON_SIZE} aria-hidden />
      </ActionIcon>
      {dialog === "thresholds" && (
        <ThresholdsDialog
          thresholds={thresholds}
          onClose={close}
          onSaved={() => void queries.invalidateQueries({ queryKey: KEY })}
        />
      )}
      {dialog === "links" && <TvLinksDialog onClose={close} />}
    </>
  );
}
