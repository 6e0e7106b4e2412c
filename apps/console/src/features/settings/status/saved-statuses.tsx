import { ActionIcon, Skeleton, Text } from "@mantine/core";
import type { UserStatus } from "@offhook/contract";
import { LoadError, RowBoundary, useLoadingShown } from "@offhook/ui";
import { statusDurationLabel } from "@offhook/ui/pickers";
import { Emoji } from "@offhook/ui/text";
import { Trash2, Users } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import classes from "./status-dialog.module.css";

export type SavedLoad = "loading" | "ready" | "failed";

export interface SavedStatusesProps {
  readonly statuses: readonly UserStatus[];
  readonly load: SavedLoad;
  /** The one the form was filled from. */
  readonly chosenId: number | undefined;
  readonly onPick: (status: UserStatus) => void;
  readonly onRemove: (status: UserStatus) => void;
  readonly onRetry: () => void;
}

/** What the user can pick from: the company's statuses, then their own, which they may remove. */
export function SavedStatuses(props: SavedStatusesProps): ReactNode {
  const { statuses, load, onRetry } = props;
  const titleId = useId();
  const isLoading = useLoadingShown(load === "loading" && statuses.length === 0);
  return (
    <section aria-labelledby={titleId}>
      <Text size="sm" fw={500} mb={6} id={titleId}>
        Saved statuses
      </Text>
      <div className={classes.saved}>
        {isLoading && <Waiting />}
        {!isLoading && load === "failed" && statuses.length === 0 && (
          <LoadError onRetry={onRetry}>The saved statuses could not be loaded.</LoadError>
        )}
        {!isLoading && load === "ready" && statuses.length === 0 && (
          <p className={classes.nothing}>Statuses you set are kept here.</p>
        )}
        {!isLoading && statuses.length > 0 && <Rows {...props} titleId={titleId} />}
      </div>
    </section>
  );
}

function Waiting(): ReactNode {
  return (
    <div role="status" aria-label="Loading">
      {["70%", "55%", "62%", "48%"].map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton height={12} width={width} ml={10} />
        </div>
      ))}
    </div>
  );
}

/** Arrow keys walk through the rows, as in every list. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const current = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus();
}

function Rows({
  statuses,
  chosenId,
  onPick,
  onRemove,
  titleId,
}: SavedStatusesProps & { readonly titleId: string }): ReactNode {
  return (
    <ul className={classes.rows} aria-labelledby={titleId} onKeyDown={walk}>
      {statuses.map((status, index) => (
        <li
          key={typeof status.id === "number" ? status.id : `place-${index}`}
          className={classes.row}
          data-chosen={status.id === chosenId || undefined}
        >
          <RowBoundary item={status}>
            <Saved status={status} isChosen={status.id === chosenId} onPick={onPick} onRemove={onRemove} />
          </RowBoundary>
        </li>
      ))}
    </ul>
  );
}

interface SavedProps extends Pick<SavedStatusesProps, "onPick" | "onRemove"> {
  readonly status: UserStatus;
  readonly isChosen: boolean;
}

function Saved({ status, isChosen, onPick, onRemove }: SavedProps): ReactNode {
  return (
    <>
      <button
        type="button"
        data-row
        className={classes.pick}
        aria-pressed={isChosen}
        onClick={() => onPick(status)}
      >
        <Emoji emoji={status.emoji} size={18} />
        <bdi className={classes.name}>{status.name}</bdi>
        <span className={classes.duration}>{statusDurationLabel(status.default_duration)}</span>
      </button>
      {status.shared === "1" ? (
        <span className={classes.shared} role="img" aria-label="Shared" title="Shared with the company">
          <Users size={14} aria-hidden="true" />
        </span>
      ) : (
        <ActionIcon aria-label={`Remove ${status.name}`} title="Remove" onClick={() => onRemove(status)}>
          <Trash2 size={14} aria-hidden="true" />
        </ActionIcon>
      )}
    </>
  );
}
