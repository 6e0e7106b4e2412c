import { Button, Group, NativeSelect, Select, Stack, Switch } from "@mantine/core";
import { ContactField, type ContactImportPreview, DuplicateChoice, type ImportRow } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { VirtualList } from "@offhook/ui/lists";
import { type ReactNode, useState } from "react";
import classes from "./import-dialog.module.css";

export interface ImportOptions {
  readonly duplicates: DuplicateChoice;
  readonly choices: Readonly<Record<string, DuplicateChoice>>;
  readonly isPublic: boolean;
}

export interface ImportPreviewProps {
  readonly name: string;
  readonly preview: ContactImportPreview;
  readonly onRemap: (columns: (ContactField | null)[]) => void;
  readonly onBack: () => void;
  readonly onStart: (options: ImportOptions) => Promise<void>;
}

const CHOICES: readonly { readonly value: DuplicateChoice; readonly label: string }[] = [
  { value: "skip", label: "Skip" },
  { value: "merge", label: "Merge" },
  { value: "add", label: "Add anyway" },
];
const ROW_HEIGHT = 48;
const ROWS_HEIGHT = 280;
const BORDERS = 2;

/** What the file holds and what would become of it. */
export function ImportPreview({ name, preview, onRemap, onBack, onStart }: ImportPreviewProps): ReactNode {
  const [duplicates, setDuplicates] = useState<DuplicateChoice>("skip");
  const [choices, setChoices] = useState<Record<string, DuplicateChoice>>({});
  const [isPublic, setIsPublic] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const start = (): void => {
    setIsStarting(true);
    void onStart({ duplicates, choices, isPublic }).finally(() => setIsStarting(false));
  };
  return (
    <Stack gap="md">
      <Counts name={name} preview={preview} />
      {preview.columns.length > 0 && <Columns preview={preview} onRemap={onRemap} />}
      <div
        className={classes.rows}
        style={{ height: Math.min(ROWS_HEIGHT, preview.rows.length * ROW_HEIGHT + BORDERS) }}
      >
        <VirtualList
          items={preview.rows}
          keyOf={({ row }) => String(row)}
          label="Rows of the file"
          rowHeight={ROW_HEIGHT}
          onOpen={() => {}}
          emptySlot={null}
          renderRow={(row) => (
            <PreviewRow
              row={row}
              choice={choices[row.row] ?? duplicates}
              onChoose={(choice) => setChoices({ ...choices, [row.row]: choice })}
            />
          )}
        />
      </div>
      <Group gap="lg" align="end">
        {preview.duplicates > 0 && (
          <Select
            label="Existing contacts"
            data={[...CHOICES]}
            value={duplicates}
            allowDeselect={false}
            onChange={(chosen) => setDuplicates(chosen ?? "skip")}
          />
        )}
        <Switch
          label="Share with the company"
          checked={isPublic}
          onChange={(event) => setIsPublic(event.currentTarget.checked)}
        />
      </Group>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
        <Button loading={isStarting} disabled={preview.ready + preview.duplicates === 0} onClick={start}>
          Import
        </Button>
      </Group>
    </Stack>
  );
}

function Counts({ name, preview }: Pick<ImportPreviewProps, "name" | "preview">): ReactNode {
  const { total, ready, duplicates, failed } = preview;
  return (
    <p className={classes.counts} role="status">
      <strong>{name}</strong>
      <span>{total === 1 ? "1 contact" : `${total} contacts`}</span>
      <span>{ready} new</span>
      {duplicates > 0 && <span>{duplicates} there already</span>}
      {failed > 0 && <span>{failed} with errors</span>}
    </p>
  );
}

const FIELD_NAMES: Readonly<Record<ContactField, string>> = {
  name: "Name",
  fname: "First name",
  lname: "Last name",
  phone: "Number (type in next column)",
  mobile: "Mobile",
  work: "Work",
  home: "Home",
  fax: "Fax",
  conference: "Conference",
  other: "Other number",
  emails: "Email",
  organization: "Organization",
  title: "Job title",
  notes: "Notes",
  tags: "Tags",
};
const FIELD_OPTIONS = [
  { value: "", label: "Leave out" },
  ...ContactField.options.map((value) => ({ value, label: FIELD_NAMES[value] })),
];

/** Which column becomes what. */
function Columns({ preview, onRemap }: Pick<ImportPreviewProps, "preview" | "onRemap">): ReactNode {
  const { columns } = preview;
  const change = (index: number, value: string): void => {
    const field = ContactField.options.find((each) => each === value) ?? null;
    onRemap(columns.map((column, position) => (position === index ? field : column.field)));
  };
  return (
    <fieldset className={classes.columns}>
      <legend>Columns</legend>
      {columns.map(({ name, field, sample }, index) => (
        <NativeSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name; their place is what they are.
          key={`${index} ${name}`}
          size="xs"
          label={name || `Column ${index + 1}`}
          description={sample}
          data={FIELD_OPTIONS}
          value={field ?? ""}
          onChange={(event) => change(index, event.currentTarget.value)}
        />
      ))}
    </fieldset>
  );
}

interface PreviewRowProps {
  readonly row: ImportRow;
  readonly choice: DuplicateChoice;
  readonly onChoose: (choice: DuplicateChoice) => void;
}

function PreviewRow({ row, choice, onChoose }: PreviewRowProps): ReactNode {
  const { contact, error, duplicate } = row;
  const number = contact?.mobile || contact?.work || contact?.home || contact?.other || "";
  const more = [formatPhone(number.split(",")[0] ?? ""), contact?.organization].filter(Boolean).join(" · ");
  return (
    <div className={classes.row}>
      <span className={classes.rowNumber} data-numeric>
        {row.row}
      </span>
      <div className={classes.rowText}>
        <div className={classes.rowName} dir="auto">
          {contact?.name || contact?.organization || "No name"}
        </div>
        <div className={classes.rowMore} data-tone={error === null ? undefined : "error"}>
          {error ?? (duplicate ? `Same number as ${duplicate.name || `row ${duplicate.row}`}` : more)}
        </div>
      </div>
      {duplicate && error === null && (
        <NativeSelect
          size="xs"
          aria-label={`What to do with row ${row.row}`}
          data={CHOICES.map(({ value, label }) => ({ value, label }))}
          value={choice}
          onChange={(event) =>
            onChoose(DuplicateChoice.options.find((each) => each === event.currentTarget.value) ?? "skip")
          }
        />
      )}
    </div>
  );
}
