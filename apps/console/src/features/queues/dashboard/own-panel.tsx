import { Button } from "@mantine/core";
import type { Queue } from "@offhook/contract";
import { LoadError, RowBoundary } from "@offhook/ui";
import { type ReactNode, useEffect } from "react";
import { useNow } from "../../settings/index.ts";
import { useAvailability, useAvailabilityState } from "../queues-context.ts";
import { useQueueSwitch } from "../use-queue-switch.ts";
import { useAgentBoard, useAgentBoardState, useOwnLines } from "./agent-board-context.ts";
import { ownPlaces, type Standing, standingOf } from "./agent-standing.ts";
import { MissedNotice } from "./missed-notice.tsx";
import { OfferKeys } from "./offer-keys.tsx";
import classes from "./own-panel.module.css";
import { Panel, PanelNote } from "./panel.tsx";
import { StandingTag } from "./standing-tag.tsx";
import { useSaving } from "./use-saving.ts";
import { WrapUp, wrapUpEnd } from "./wrap-up.tsx";

const TICK_MS = 1_000;

/** What the user does at this moment, with pauses and the queues to join and leave. */
export function OwnPanel(): ReactNode {
  const queues = useAgentBoardState((state) => state.queues);
  const [pause] = Object.values(useAgentBoardState((state) => state.pauses));
  const ownLines = useOwnLines();
  const places = ownPlaces(queues, ownLines);
  const standing = standingOf(places);
  const until = wrapUpEnd(places);
  const shown = standing && withPause(standing, pause);
  return (
    <Panel heading="My queues" aside={shown && <OwnStanding standing={shown} />}>
      <MissedNotice pause={pause?.reason} />
      {shown?.state === "wrapUp" && until !== undefined && <WrapUp until={until} />}
      <OfferKeys />
      {shown && <Hint standing={shown} isPaused={pause !== undefined} />}
      {standing && (pause || standing.state !== "loggedOut") && <Pausing isPaused={pause !== undefined} />}
      <OwnQueues />
    </Panel>
  );
}

/** The user sees a pause at once, before the queue has told of it; a call that goes on goes on. */
function withPause(standing: Standing, pause: Omit<Standing, "state"> | undefined): Standing {
  const isElsewhere = ["busy", "ringing", "loggedOut"].includes(standing.state);
  if (isElsewhere) return standing;
  if (pause) return { ...pause, state: "paused" };
  // Just resumed: what the user does now is told in a moment.
  return standing.state === "paused" ? { ...standing, state: "idle", reason: null } : standing;
}

function OwnStanding({ standing }: { readonly standing: Standing }): ReactNode {
  const now = useNow(TICK_MS);
  return <StandingTag standing={standing} now={now} />;
}

interface HintProps {
  readonly standing: Standing;
  readonly isPaused: boolean;
}

function Hint({ standing: { state }, isPaused }: HintProps): ReactNode {
  const text = hintOf(state, isPaused);
  return text && <PanelNote>{text}</PanelNote>;
}

function hintOf(state: Standing["state"], isPaused: boolean): string | undefined {
  if (isPaused && (state === "busy" || state === "ringing")) return "Your pause begins after this call.";
  if (isPaused) return "Queues don't ring you until you resume.";
  if (state === "loggedOut") return "Join a queue to take its calls.";
  if (state === "unreachable")
    return "Queues can't ring you. Check Do Not Disturb and whether your phone is online.";
  return undefined;
}

function Pausing({ isPaused }: { readonly isPaused: boolean }): ReactNode {
  const board = useAgentBoard();
  const reasons = useAgentBoardState((state) => state.pauseReasons);
  const { isSaving, save } = useSaving();
  if (isPaused)
    return (
      <Button className={classes.resume} fullWidth onClick={() => save(() => board.resume())}>
        Resume
      </Button>
    );
  if (reasons.length === 0) return null;
  return (
    <fieldset className={classes.pausing}>
      <legend className={classes.legend}>Pause</legend>
      {reasons.map((reason) => (
        <Button
          key={reason}
          variant="default"
          size="xs"
          aria-label={`Pause: ${reason}`}
          aria-disabled={isSaving}
          onClick={() => save(() => board.pause(reason))}
        >
          {reason}
        </Button>
      ))}
    </fieldset>
  );
}

function OwnQueues(): ReactNode {
  const availability = useAvailability();
  const { queues, status } = useAvailabilityState((state) => state);
  const toggle = useQueueSwitch();
  useEffect(() => {
    // Elsewhere they come behind the page; here the page is about them. A failure shows below.
    if (status === "idle") availability.load().catch(() => {});
  }, [availability, status]);
  if (status === "failed" && queues.length === 0)
    return (
      <LoadError onRetry={() => void availability.load().catch(() => {})}>
        The queues of your line could not be loaded.
      </LoadError>
    );
  if (status === "ready" && queues.length === 0)
    return <PanelNote>You are in no queue with this line.</PanelNote>;
  return (
    <ul className={classes.queues}>
      {queues.map((queue, index) => (
        <li key={queue.id ?? `place-${index}`} className={classes.queue}>
          <RowBoundary item={queue}>
            <OwnQueue queue={queue} onToggle={(isOn) => toggle(queue, isOn)} />
          </RowBoundary>
        </li>
      ))}
    </ul>
  );
}

interface OwnQueueProps {
  readonly queue: Queue;
  readonly onToggle: (isOn: boolean) => void;
}

function OwnQueue({ queue: { name, extension, available }, onToggle }: OwnQueueProps): ReactNode {
  const isOn = available === "1";
  const act = isOn ? "Leave" : "Join";
  return (
    <div className={classes.row}>
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>{[extension, isOn ? "Joined" : "Not joined"].join(" · ")}</span>
      </span>
      <Button
        variant={isOn ? "default" : "light"}
        size="xs"
        aria-label={`${act} ${name}`}
        onClick={() => onToggle(!isOn)}
      >
        {act}
      </Button>
    </div>
  );
}
