import { Alert, Button, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from "@mantine/core";
import { MAX_SHIFT_WEEKS, type Shift } from "@offhook/contract";
import { FormDialog } from "@offhook/ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { PanelNote } from "../dashboard/panel.tsx";
import classes from "./dispatch.module.css";
import { useDispatch, useDispatchStore } from "./dispatch-context.ts";

export interface ShiftDialogProps {
  /** Undefined: a new one. */
  readonly shift: Shift | undefined;
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
export function ShiftDialog({ shift, onClose }: ShiftDialogProps): ReactNode {
  const { timezone, groups } = useDispatch((state) => state.onCall);
  const people = useDispatch((state) => state.lines).filter(({ user_id }) => user_id !== null);
  const [draft, setDraft] = useState<Draft>(() => ({
    huntgroup: shift?.huntgroup_id ?? groups[0]?.id ?? 0,
    phone: shift?.phone ?? people[0]?.phone ?? "",
    from: shift?.from ?? "",
    to: shift?.to ?? "",
    note: shift?.note ?? "",
    weeks: 1,
  }));
  const { save, problem, isSaving } = useSaveShift(shift, onClose);
  const change = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(draft);
  };
  return (
    <FormDialog opened title={shift ? "Edit shift" : "Add shift"} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <NativeSelect
            label="Hunt group"
            disabled={shift !== undefined}
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
          <div className={classes.times}>
            <TextInput
              type="datetime-local"
              label="From"
              required
              value={draft.from}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
            <TextInput
              type="datetime-local"
              label="To"
              required
              value={draft.to}
              onChange={({ currentTarget }) => change({ to: currentTarget.value })}
            />
          </div>
          <PanelNote>Times are in {timezone}.</PanelNote>
          {!shift && (
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
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}

/** A refusal stays in the dialog, with what was typed. */
function useSaveShift(shift: Shift | undefined, onSaved: () => void) {
  const { client } = usePlatform();
  const store = useDispatchStore();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  // Kept over a repeated try, so that it makes no second shift.
  const [uuid] = useState(() => crypto.randomUUID());
  const save = async ({ huntgroup, phone, from, to, note, weeks }: Draft): Promise<void> => {
    const { lines } = store.state.getState();
    const user_id = lines.find((line) => line.phone === phone)?.user_id ?? 0;
    const times = { user_id, phone, from, to, note };
    setIsSaving(true);
    try {
      if (shift) await client.updateShift({ body: { id: shift.id, ...times } });
      else await client.createShift({ body: { uuid, huntgroup, weeks, ...times } });
      onSaved();
      await store.load().catch(() => {});
    } catch (failure) {
      setProblem(failureText(failure));
      setIsSaving(false);
    }
  };
  return { save, problem, isSaving };
}
