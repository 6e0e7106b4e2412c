import { Button, Textarea } from "@mantine/core";
import type { Shift } from "@offhook/contract";
import { FormDialog } from "@offhook/ui";
import { DialogForm } from "@offhook/ui/dialog-form";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { Row, Rows } from "../dashboard/rows.tsx";
import classes from "./own-shifts-panel.module.css";
import { useShiftBoard, useShiftBoardState } from "./shift-board-context.ts";
import { shiftRangeText } from "./week-words.ts";

const TICK_MS = 15_000;
const MAX_NOTE = 2000;

/** The user's own shifts, what the person before has left to know, and what they leave to the next one. */
export function OwnShiftsPanel(): ReactNode {
  const { groups, shifts, handovers } = useShiftBoardState((state) => state.own);
  const timezone = useShiftBoardState((state) => state.timezone);
  // The week below says it too.
  const hasWeek = useShiftBoardState((state) => state.week.groups.length > 0);
  const now = useNow(TICK_MS) / 1000;
  const [written, setWritten] = useState<Shift>();
  const nameOf = ({ huntgroup_id }: Shift): string =>
    groups.find(({ id }) => id === huntgroup_id)?.name ?? "Hunt group";
  return (
    <Panel heading="My shifts" aside={!hasWeek && <PanelNote>Times are in {timezone}.</PanelNote>}>
      {handovers.map(({ shift_id, name, note }) => (
        <figure key={shift_id} className={classes.handover}>
          <figcaption className={classes.from}>Hand-over note from {name}</figcaption>
          <blockquote className={classes.note} dir="auto">
            {note}
          </blockquote>
        </figure>
      ))}
      <Rows label="My shifts" items={shifts} keyOf={({ id }) => id}>
        {(shift) => (
          <Row
            name={nameOf(shift)}
            about={[shiftRangeText(shift), shift.note && `Your note: ${shift.note}`]}
            wraps
          >
            <Standing shift={shift} now={now} />
            <Button
              size="xs"
              variant="default"
              aria-label={`${noteWords(shift)} for ${nameOf(shift)}, ${shiftRangeText(shift)}`}
              onClick={() => setWritten(shift)}
            >
              {noteWords(shift)}
            </Button>
          </Row>
        )}
      </Rows>
      {written && (
        <NoteDialog shift={written} group={nameOf(written)} onClose={() => setWritten(undefined)} />
      )}
    </Panel>
  );
}

const noteWords = ({ note }: Shift): string => (note === "" ? "Write hand-over note" : "Edit hand-over note");

function Standing({ shift, now }: { readonly shift: Shift; readonly now: number }): ReactNode {
  if (shift.starts_at > now) return null;
  const isOver = shift.ends_at <= now;
  return (
    <span className={classes.standing} data-over={isOver || undefined}>
      {isOver ? "Ended" : "On call now"}
    </span>
  );
}

interface NoteDialogProps {
  readonly shift: Shift;
  readonly group: string;
  readonly onClose: () => void;
}

function NoteDialog({ shift, group, onClose }: NoteDialogProps): ReactNode {
  const board = useShiftBoard();
  const [note, setNote] = useState(shift.note);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const save = async (): Promise<void> => {
    setIsSaving(true);
    try {
      await board.writeNote(shift.id, note.trim());
      onClose();
    } catch (failure) {
      setProblem(failureText(failure));
      setIsSaving(false);
    }
  };
  return (
    <FormDialog opened title="Hand-over note" onClose={onClose}>
      <DialogForm onSubmit={() => void save()} onCancel={onClose} problem={problem} isSaving={isSaving}>
        <Textarea
          label="Note"
          description={`Shown to the next person on call for ${group}.`}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_NOTE}
          data-autofocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </DialogForm>
    </FormDialog>
  );
}
