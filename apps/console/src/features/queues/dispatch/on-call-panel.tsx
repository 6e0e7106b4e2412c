import { Button } from "@mantine/core";
import type { Shift, ShiftGroup } from "@offhook/contract";
import { ActionMenu, useConfirm, useSnackbar } from "@offhook/ui";
import { MoreVertical, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { shiftTimeText } from "../shifts/shift-words.ts";
import { usePlace } from "./carrying.tsx";
import placeClasses from "./dispatch.module.css";
import { useDispatch, useDispatchStore } from "./dispatch-context.ts";
import classes from "./on-call-panel.module.css";
import { ShiftDialog } from "./shift-dialog.tsx";

const TICK_MS = 15_000;

/** Hunt groups, who is on call for them, and the shifts to come. */
export function OnCallPanel(): ReactNode {
  const groups = useDispatch((state) => state.onCall.groups);
  const [edited, setEdited] = useState<Shift | "new">();
  return (
    <Panel
      heading="On call"
      aside={
        groups.length > 0 && (
          <Button size="compact-sm" variant="light" onClick={() => setEdited("new")}>
            Add shift
          </Button>
        )
      }
    >
      {groups.length === 0 && <PanelNote>No hunt groups.</PanelNote>}
      {groups.map((group) => (
        <GroupShifts key={group.id} group={group} onEdit={setEdited} />
      ))}
      {edited && (
        <ShiftDialog shift={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
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
        <ul className={classes.shifts}>
          {own.map((shift) => (
            <li key={shift.id}>
              <ShiftRow shift={shift} onEdit={() => onEdit(shift)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ShiftRow({ shift, onEdit }: { readonly shift: Shift; readonly onEdit: () => void }): ReactNode {
  const { client } = usePlatform();
  const store = useDispatchStore();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const remove = async (): Promise<void> => {
    const title = `Remove the shift of ${shift.name}?`;
    const text = `${shiftTimeText(shift.from)} to ${shiftTimeText(shift.to)}`;
    if (!(await confirm({ title, text, acceptLabel: "Remove", isDestructive: true }))) return;
    try {
      await client.deleteShift({ query: { id: shift.id } });
      await store.load();
    } catch (failure) {
      snackbar.show(failureText(failure));
    }
  };
  return (
    <div className={classes.shift}>
      <span className={classes.who}>
        <span className={classes.name}>{shift.name}</span>
        <span className={classes.time}>
          {shiftTimeText(shift.from)} to {shiftTimeText(shift.to)}
        </span>
        {shift.note !== "" && <span className={classes.time}>Note: {shift.note}</span>}
      </span>
      <ActionMenu
        label={`Shift of ${shift.name}`}
        icon={MoreVertical}
        actions={[
          { label: "Edit", icon: Pencil, onSelect: onEdit },
          { label: "Remove", icon: Trash2, isDestructive: true, onSelect: () => void remove() },
        ]}
      />
    </div>
  );
}
