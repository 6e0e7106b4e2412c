import type { WallboardAgent, WallboardQueue, WallboardThresholds } from "@offhook/contract";
import { EmptyState, RowBoundary } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import { Headset } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { standingWords } from "../dashboard/agent-standing.ts";
import { QueueTile } from "./queue-tile.tsx";
import { columnsFor } from "./tile-grid.ts";
import { useSize } from "./use-size.ts";
import classes from "./wallboard-view.module.css";

export interface WallboardViewProps {
  readonly title: string;
  readonly queues: readonly WallboardQueue[];
  readonly agents: readonly WallboardAgent[];
  readonly thresholds: WallboardThresholds;
  /** Unix time in seconds. */
  readonly now: number;
  readonly hour: number;
  /** Buttons beside the title. */
  readonly tools: ReactNode;
  /** Beside the agents. */
  readonly aside?: ReactNode;
  /** The numbers of the day have come. */
  readonly isCounted?: boolean;
}

/** The wall: as many tiles as there are queues, as large as they can be. */
export function WallboardView(props: WallboardViewProps): ReactNode {
  const { title, queues, agents, thresholds, now, hour, tools, aside, isCounted = true } = props;
  const [ref, size] = useSize();
  const columns = columnsFor(queues.length, size);
  const missing = (columns - (queues.length % columns)) % columns;
  const style = { "--columns": columns, "--last": missing + 1 } as CSSProperties;
  return (
    <div className={classes.wall}>
      <div className={classes.board}>
        <header className={classes.head}>
          <h1 className={classes.title} dir="auto">
            {title}
          </h1>
          <p className={classes.legend} aria-hidden>
            <span className={classes.today} /> Today
            <span className={classes.usual} /> Usual for this weekday
          </p>
          <div className={classes.tools}>{tools}</div>
        </header>
        <div ref={ref} className={classes.tiles} style={style}>
          {queues.length === 0 && <EmptyState icon={Headset}>There are no queues to show.</EmptyState>}
          {keyed(queues).map(([key, queue]) => (
            <RowBoundary key={key} item={queue}>
              <QueueTile {...{ queue, thresholds, now, hour, isCounted }} />
            </RowBoundary>
          ))}
        </div>
        <div className={classes.side}>
          {aside}
          {agents.length > 0 && <Agents agents={agents} now={now} />}
        </div>
      </div>
    </div>
  );
}

function Agents({ agents, now }: Pick<WallboardViewProps, "agents" | "now">): ReactNode {
  return (
    <section className={classes.agents} aria-label="Agents">
      <h2 className={classes.heading}>Agents</h2>
      <ul className={classes.list}>
        {keyed(agents).map(([key, { name, state, since }]) => (
          <li key={key} className={classes.row} data-state={state}>
            <span className={classes.who} dir="auto">
              {name}
            </span>
            <span className={classes.what}>{standingWords({ state, reason: null })}</span>
            <time>{clockDuration(Math.max(0, now - since))}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names are all that a wall knows of queues and people, and two of them may be the same. */
function keyed<Named extends { readonly name: string }>(
  all: readonly Named[],
): readonly (readonly [key: string, item: Named])[] {
  const seen = new Map<string, number>();
  return all.map((item) => {
    const count = (seen.get(item.name) ?? 0) + 1;
    seen.set(item.name, count);
    return [`${item.name} ${count}`, item] as const;
  });
}
