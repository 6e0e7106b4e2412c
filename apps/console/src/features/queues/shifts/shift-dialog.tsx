import { Button, NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { type DispatchLine, MAX_SHIFT_WEEKS, type Shift, type ShiftGroup } from "@offhook/contract";
import { FormDialog } from "@offhook/ui";
import { DialogForm } from "@offhook/ui/dialog-form";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { PanelNote } from "../dashboard/panel.tsx";
import classes from "./shift-dialog.module.css";
import { useRemoveShift } from "./use-remove-shift.ts";

/** A new shift, as far as it is known when the dialog opens. */
export type NewShift = Partial<Pick<Shift, "huntgroup_id" | "from" | "to">>;

/** What shifts can be written about. */
interface Roster {
  readonly timezone: string;
  readonly groups: readonly ShiftGroup[];
  readonly lines: readonly DispatchLine[];
}

export interface ShiftDialogProps {
  readonly shift: Shift | NewShift;
  readonly roster: Roster;
  /** After it was saved or removed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly huntgroup: number;
  /** Name of a line. */
  readonly phone: string;
  readonly from: string;
  readonly to: string;
  readonly note: string;
  readonly weeks: number;
}

/** Who is on call, from when to when, and what the next person should know. */
export function ShiftDialog({ shift, roster, onChanged, onClose }: ShiftDialogProps): ReactNode {
  const { timezone, groups } = roster;
  const known = "id" in shift ? shift : undefined;
  const people = roster.lines.filter(({ user_id }) => user_id !== null);
  const [draft, setDraft] = useState<Draft>(() => ({
    huntgroup: shift.huntgroup_id ?? groups[0]?.id ?? 0,
    phone: known?.phone ?? people[0]?.phone ?? "",
    from: shift.from ?? "",
    to: shift.to ?? "",
    note: known?.note ?? "",
    weeks: 1,
  }));
  const done = (): void => {
    onClose();
    onChanged();
  };
  const { save, problem, isSaving } = useSaveShift(known, roster, done);
  const remove = useRemoveShift(done);
  const change = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  return (
    <FormDialog opened title={known ? "Edit shift" : "Add shift"} onClose={onClose}>
      <DialogForm
        onSubmit={() => void save(draft)}
        onCancel={onClose}
        problem={problem}
        isSaving={isSaving}
        aside={
          known && (
            <Button variant="subtle" color="red" onClick={() => remove(known)}>
              Remove
            </Button>
          )
        }
      >
        <NativeSelect
          label="Hunt group"
          disabled={known !== undefined}
          value={String(draft.huntgroup)}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) => change({ huntgroup: Number(currentTarget.value) })}
        />
        <NativeSelect
          label="Person"
          value={draft.phone}
          data={people.map(({ phone, name }) => ({ value: phone, label: name }))}
          onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
        />
        <Times draft={draft} onChange={change} />
        <PanelNote>Times are in {timezone}.</PanelNote>
        {!known && (
          <NumberInput
            label="Weeks in a row"
            min={1}
            max={MAX_SHIFT_WEEKS}
            value={draft.weeks}
            onChange={(weeks) => change({ weeks: Number(weeks) || 1 })}
          />
        )}
        <Textarea
          label="Hand-over note"
          description="Shown to the person who is on call next."
          value={draft.note}
          onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        />
      </DialogForm>
    </FormDialog>
  );
}

interface TimesProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
}

function Times({ draft, onChange }: TimesProps): ReactNode {
  return (
    <div className={classes.times}>
      <TextInput
        type="datetime-local"
        label="From"
        required
        value={draft.from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label="To"
        required
        value={draft.to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </div>
  );
}

/** A refusal stays in the dialog, with what was typed. */
function useSaveShift(shift: Shift | undefined, { lines }: Roster, onSaved: () => void) {
  const { client } = usePlatform();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  // Kept over a repeated try, so that it makes no second shift.
  const [uuid] = useState(() => crypto.randomUUID());
  const save = async ({ huntgroup, phone, from, to, note, weeks }: Draft): Promise<void> => {
    const user_id = lines.find((line) => line.phone === phone)?.user_id ?? 0;
    const times = { user_id, phone, from, to, note };
    setIsSaving(true);
    try {
      if (shift) await client.updateShift({ body: { id: shift.id, ...times } });
      else await client.createShift({ body: { uuid, huntgroup, weeks, ...times } });
      onSaved();
    } catch (failure) {
      setProblem(failureText(failure));
      setIsSaving(false);
    }
  };
  return { save, problem, isSaving };
}
