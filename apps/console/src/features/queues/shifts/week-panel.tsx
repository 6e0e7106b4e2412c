import { ActionIcon, Button, VisuallyHidden } from "@mantine/core";
import type { Shift, ShiftGroup } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { useShiftBoard, useShiftBoardState } from "./shift-board-context.ts";
import { type NewShift, ShiftDialog } from "./shift-dialog.tsx";
import { companyTime, type DayPart, fillingOf, partsOfDay } from "./shift-week.ts";
import classes from "./week-panel.module.css";
import { columnText, dayText, hourText, weekText } from "./week-words.ts";

const TICK_MS = 15_000;
const DAY_HOURS = 24;

/** Who is on call for each hunt group in a week, and where nobody is. */
export function WeekPanel(): ReactNode {
  const board = useShiftBoard();
  const { days, groups } = useShiftBoardState((state) => state.week);
  const timezone = useShiftBoardState((state) => state.timezone);
  const lines = useShiftBoardState((state) => state.lines);
  const now = companyTime(useNow(TICK_MS), timezone);
  const [edited, setEdited] = useState<Shift | NewShift>();
  return (
    <Panel heading={weekText(days)} aside={<WeekSwitch onAdd={() => setEdited({})} />}>
      {groups.length === 0 ? (
        <PanelNote>No hunt groups.</PanelNote>
      ) : (
        <PanelNote>Times are in {timezone}.</PanelNote>
      )}
      {groups.length > 0 && (
        <div className={classes.head} aria-hidden="true">
          {days.map((day) => (
            <span key={day} className={classes.column} data-today={now.startsWith(day) || undefined}>
              {columnText(day)}
            </span>
          ))}
        </div>
      )}
      {groups.map((group) => (
        <GroupWeek key={group.id} group={group} now={now} onEdit={setEdited} />
      ))}
      {edited && (
        <ShiftDialog
          shift={edited}
          roster={{ timezone, groups, lines }}
          onChanged={() => void board.load().catch(() => {})}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

function WeekSwitch({ onAdd }: { readonly onAdd: () => void }): ReactNode {
  const board = useShiftBoard();
  const snackbar = useSnackbar();
  const weeksAhead = useShiftBoardState((state) => state.weeksAhead);
  const hasGroups = useShiftBoardState((state) => state.week.groups.length > 0);
  const show = (weeks: number): void => {
    board.showWeek(weeks).catch((failure: unknown) => {
      snackbar.show(failureText(failure), { tone: "error" });
    });
  };
  return (
    <div className={classes.switch}>
      <ActionIcon variant="default" aria-label="Previous week" onClick={() => show(weeksAhead - 1)}>
        <ChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <Button
        size="compact-sm"
        variant="default"
        aria-disabled={weeksAhead === 0}
        data-disabled={weeksAhead === 0}
        onClick={() => weeksAhead !== 0 && show(0)}
      >
        This week
      </Button>
      <ActionIcon variant="default" aria-label="Next week" onClick={() => show(weeksAhead + 1)}>
        <ChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
      {hasGroups && (
        <Button size="compact-sm" variant="light" onClick={onAdd}>
          Add shift
        </Button>
      )}
    </div>
  );
}

interface GroupWeekProps {
  readonly group: ShiftGroup;
  /** By the company's clock. */
  readonly now: string;
  readonly onEdit: (shift: Shift | NewShift) => void;
}

function GroupWeek({ group, now, onEdit }: GroupWeekProps): ReactNode {
  const { days, shifts } = useShiftBoardState((state) => state.week);
  const own = shifts.filter(({ huntgroup_id }) => huntgroup_id === group.id);
  return (
    <section className={classes.group} aria-label={group.name}>
      <h3 className={classes.groupName} dir="auto">
        {group.name}
      </h3>
      <ol className={classes.days}>
        {days.map((day) => (
          <li key={day} className={classes.day} data-today={now.startsWith(day) || undefined}>
            <span className={classes.dayName}>{dayText(day)}</span>
            {partsOfDay(day, own).map((part) => (
              <Part key={part.from} part={part} group={group} now={now} onEdit={onEdit} />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface PartProps extends GroupWeekProps {
  readonly part: DayPart;
}

function Part({ part, group, now, onEdit }: PartProps): ReactNode {
  const { shift, from, to, hours } = part;
  const filling = fillingOf(part, now);
  const look = {
    className: classes.part,
    style: { flexGrow: hours },
    "data-kind": shift ? "shift" : "gap",
    "data-now": (from <= now && now < to) || undefined,
    "data-over": filling === undefined || undefined,
  };
  const words = (
    <>
      <span className={classes.name} dir="auto">
        {shift?.name ?? "No one on call"}
      </span>
      <span className={classes.times}>
        {hours === DAY_HOURS ? "All day" : `${hourText(from)} – ${hourText(to)}`}
      </span>
    </>
  );
  // Nobody can be on call in the past any more.
  if (!shift && !filling) return <div {...look}>{words}</div>;
  return (
    <button type="button" {...look} onClick={() => onEdit(shift ?? { huntgroup_id: group.id, ...filling })}>
      {words}
      <VisuallyHidden>
        on {dayText(from)}. {shift ? "Edit shift" : "Add shift"}
      </VisuallyHidden>
    </button>
  );
}
