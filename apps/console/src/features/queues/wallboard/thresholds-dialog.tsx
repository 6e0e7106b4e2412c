import { NumberInput, Switch, Text } from "@mantine/core";
import type { WallboardThresholds } from "@offhook/contract";
import { FormDialog, useSnackbar } from "@offhook/ui";
import { DialogForm } from "@offhook/ui/dialog-form";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "./thresholds-dialog.module.css";

export interface ThresholdsDialogProps {
  readonly thresholds: WallboardThresholds;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

type Measure = Exclude<keyof WallboardThresholds, "sound">;

const MEASURES: readonly (readonly [Measure, label: string, min: number, max: number])[] = [
  ["waiting", "Waiting calls", 1, 999],
  ["longest_wait", "Longest wait (seconds)", 1, 36_000],
  ["abandoned", "Abandoned (% of calls)", 0, 100],
  ["service_level", "Service level below (%)", 0, 100],
];

/** The words for what the service would refuse; undefined where all is well. */
function problemOf(thresholds: WallboardThresholds): string | undefined {
  for (const [measure, label] of MEASURES) {
    const { warning, alarm } = thresholds[measure];
    const isWrong = measure === "service_level" ? alarm > warning : alarm < warning;
    if (isWrong) return `${label}: the warning must come before the alarm.`;
  }
  return undefined;
}

/** From when on a number stands out, for everyone in the company. */
export function ThresholdsDialog({ thresholds, onClose, onSaved }: ThresholdsDialogProps): ReactNode {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const [draft, setDraft] = useState(thresholds);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await client.saveWallboardThresholds({ body: draft });
      snackbar.show("Thresholds saved", { tone: "success" });
      onSaved();
      onClose();
    } catch (failure) {
      setError(failureText(failure));
      setIsBusy(false);
    }
  };
  const submit = (): void => {
    const problem = problemOf(draft);
    setError(problem);
    if (problem === undefined) void save();
  };
  return (
    <FormDialog opened onClose={onClose} title="Thresholds">
      <DialogForm onSubmit={submit} onCancel={onClose} problem={error} isSaving={isBusy} noValidate>
        <Text size="sm" c="dimmed">
          Applies to every wallboard in your company.
        </Text>
        {MEASURES.map((measure) => (
          <MeasureFields key={measure[0]} measure={measure} draft={draft} onChange={setDraft} />
        ))}
        <Switch
          label="Play a sound when a queue reaches an alarm"
          checked={draft.sound}
          onChange={({ currentTarget: { checked } }) => setDraft((before) => ({ ...before, sound: checked }))}
        />
      </DialogForm>
    </FormDialog>
  );
}

interface MeasureFieldsProps {
  readonly measure: (typeof MEASURES)[number];
  readonly draft: WallboardThresholds;
  readonly onChange: (thresholds: WallboardThresholds) => void;
}

function MeasureFields({
  measure: [measure, label, min, max],
  draft,
  onChange,
}: MeasureFieldsProps): ReactNode {
  const field = (level: "warning" | "alarm", name: string): ReactNode => (
    <NumberInput
      label={name}
      aria-label={`${label}, ${name.toLowerCase()}`}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      value={draft[measure][level]}
      // An emptied field keeps its last value until there is a new one.
      onChange={(value) => {
        if (typeof value === "number")
          onChange({ ...draft, [measure]: { ...draft[measure], [level]: value } });
      }}
    />
  );
  return (
    <fieldset className={classes.measure}>
      <legend>{label}</legend>
      {field("warning", "Warning")}
      {field("alarm", "Alarm")}
    </fieldset>
  );
}
