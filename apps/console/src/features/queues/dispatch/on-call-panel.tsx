import { Button } from "@mantine/core";
import type { Shift, ShiftGroup } from "@offhook/contract";
import { ActionMenu } from "@offhook/ui";
import { Link } from "@tanstack/react-router";
import { MoreVertical, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { Row, Rows } from "../dashboard/rows.tsx";
import { type NewShift, ShiftDialog } from "../shifts/shift-dialog.tsx";
import { useRemoveShift } from "../shifts/use-remove-shift.ts";
import { shiftRangeText } from "../shifts/week-words.ts";
import { usePlace } from "./carrying.tsx";
import placeClasses from "./dispatch.module.css";
import { useDispatch, useDispatchStore } from "./dispatch-context.ts";

const TICK_MS = 15_000;

/** Hunt groups, who is on call for them, and the shifts to come. */
export function OnCallPanel(): ReactNode {
  const groups = useDispatch((state) => state.onCall.groups);
  const timezone = useDispatch((state) => state.onCall.timezone);
  const lines = useDispatch((state) => state.lines);
  const store = useDispatchStore();
  const [edited, setEdited] = useState<Shift | NewShift>();
  return (
    <Panel
      heading="On call"
      aside={
        groups.length > 0 && (
          <span className={placeClasses.aside}>
            <Link to="/acd/shifts">Week</Link>
            <Button size="compact-sm" variant="light" onClick={() => setEdited({})}>
              Add shift
            </Button>
          </span>
        )
      }
    >
      {groups.length === 0 && <PanelNote>No hunt groups.</PanelNote>}
      {groups.map((group) => (
        <GroupShifts key={group.id} group={group} onEdit={setEdited} />
      ))}
      {edited && (
        <ShiftDialog
          shift={edited}
          roster={{ timezone, groups, lines }}
          onChanged={() => void store.load().catch(() => {})}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

interface GroupShiftsProps {
  readonly group: ShiftGroup;
  readonly onEdit: (shift: Shift) => void;
}

function GroupShifts({ group, onEdit }: GroupShiftsProps): ReactNode {
  const shifts = useDispatch((state) => state.onCall.shifts);
  const now = useNow(TICK_MS) / 1000;
  const own = shifts.filter(({ huntgroup_id, ends_at }) => huntgroup_id === group.id && ends_at > now);
  const current = own.find(({ starts_at }) => starts_at <= now);
  return (
    <section className={placeClasses.group} aria-label={group.name}>
      <div className={placeClasses.place} {...usePlace(`group ${group.id}`)}>
        <span className={placeClasses.placeName}>{group.name}</span>
        <span className={placeClasses.dim}>
          {[group.extension, current ? `${current.name} is on call` : "No one is on call"]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      {own.length > 0 && (
        <Rows label={`Shifts of ${group.name}`} items={own} keyOf={({ id }) => id}>
          {(shift) => <ShiftRow shift={shift} onEdit={() => onEdit(shift)} />}
        </Rows>
      )}
    </section>
  );
}

function ShiftRow({ shift, onEdit }: { readonly shift: Shift; readonly onEdit: () => void }): ReactNode {
  const store = useDispatchStore();
  const remove = useRemoveShift(() => void store.load().catch(() => {}));
  return (
    <Row name={shift.name} about={[shiftRangeText(shift), shift.note && `Note: ${shift.note}`]}>
      <ActionMenu
        label={`Shift of ${shift.name}`}
        icon={MoreVertical}
        actions={[
          { label: "Edit", icon: Pencil, onSelect: onEdit },
          { label: "Remove", icon: Trash2, isDestructive: true, onSelect: () => remove(shift) },
        ]}
      />
    </Row>
  );
}
