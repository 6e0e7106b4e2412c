import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  NativeSelect,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type Contact, MAX_CONTACT_PHOTO_BYTES } from "@offhook/contract";
import { NUMBER_LABELS, type NumberLabel } from "@offhook/telephony";
import { Avatar, useSnackbar } from "@offhook/ui";
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./contact-dialog.module.css";
import {
  type ContactDraft,
  emailsProblem,
  NUMBER_NAMES,
  type NumberDraft,
  newNumber,
  numberProblem,
} from "./contact-draft.ts";
import { TagsField } from "./tags-field.tsx";

export interface ContactFieldsProps {
  readonly draft: ContactDraft;
  readonly contact: Contact | undefined;
  readonly onChange: (draft: ContactDraft) => void;
}

type TextField = "fname" | "lname" | "organization" | "title" | "emails" | "notes";

export function ContactFields({ draft, contact, onChange }: ContactFieldsProps): ReactNode {
  const text = (field: TextField) => ({
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [field]: event.currentTarget.value }),
  });
  return (
    <>
      <PhotoField draft={draft} contact={contact} onChange={onChange} />
      <Group grow gap="sm">
        <TextInput label="First name" maxLength={200} data-autofocus {...text("fname")} />
        <TextInput label="Last name" maxLength={200} {...text("lname")} />
      </Group>
      <Group grow gap="sm">
        <TextInput label="Organization" maxLength={200} {...text("organization")} />
        <TextInput label="Job title" maxLength={200} {...text("title")} />
      </Group>
      <NumberFields numbers={draft.numbers} onChange={(numbers) => onChange({ ...draft, numbers })} />
      <TextInput
        label="Email"
        description="Separate several addresses with commas"
        maxLength={1000}
        error={emailsProblem(draft.emails)}
        {...text("emails")}
      />
      <TagsField tags={draft.tags} onChange={(tags) => onChange({ ...draft, tags })} />
      <Textarea label="Notes" autosize minRows={2} maxRows={6} maxLength={5000} {...text("notes")} />
      <Switch
        label="Share with the company"
        checked={draft.isPublic}
        onChange={(event) => onChange({ ...draft, isPublic: event.currentTarget.checked })}
      />
    </>
  );
}

interface NumberFieldsProps {
  readonly numbers: readonly NumberDraft[];
  readonly onChange: (numbers: readonly NumberDraft[]) => void;
}

function NumberFields({ numbers, onChange }: NumberFieldsProps): ReactNode {
  const change = (key: string, change: Partial<NumberDraft>): void =>
    onChange(numbers.map((each) => (each.key === key ? { ...each, ...change } : each)));
  const nextLabel = NUMBER_LABELS.find((label) => numbers.every((each) => each.label !== label)) ?? "other";
  return (
    <fieldset className={classes.numbers}>
      <legend>Numbers</legend>
      {numbers.map(({ key, label, value }, index) => (
        <div key={key} className={classes.number}>
          <NativeSelect
            aria-label={`Type of number ${index + 1}`}
            data={NUMBER_LABELS.map((each) => ({ value: each, label: NUMBER_NAMES[each] }))}
            value={label}
            onChange={(event) => change(key, { label: event.currentTarget.value as NumberLabel })}
          />
          <TextInput
            aria-label={`Number ${index + 1}`}
            type="tel"
            maxLength={60}
            value={value}
            error={numberProblem(value)}
            onChange={(event) => change(key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={`Remove number ${index + 1}`}
            title="Remove"
            onClick={() => onChange(numbers.filter((each) => each.key !== key))}
          >
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...numbers, newNumber(nextLabel)])}
        >
          Add number
        </Button>
      </div>
    </fieldset>
  );
}

function PhotoField({ draft, contact, onChange }: ContactFieldsProps): ReactNode {
  const snackbar = useSnackbar();
  const name = `${draft.fname} ${draft.lname}`.trim() || draft.organization;
  const shown = draft.photo === undefined ? contact?.photo : draft.photo;
  const choose = (file: File | null): void => {
    if (!file) return;
    if (!file.type.startsWith("image/") || file.size > MAX_CONTACT_PHOTO_BYTES) {
      snackbar.show("Choose a picture of at most 8 MB", { tone: "error" });
      return;
    }
    const reader = new FileReader();
    reader.onload = () => onChange({ ...draft, photo: String(reader.result) });
    reader.readAsDataURL(file);
  };
  return (
    <div className={classes.photo}>
      <Avatar name={name} photo={shown ?? undefined} seed={contact?.id ?? "new"} size={56} isDecorative />
      <Group gap="xs">
        <FileButton accept="image/*" onChange={choose}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {shown ? "Change photo" : "Add photo"}
            </Button>
          )}
        </FileButton>
        {shown && (
          <Button size="xs" variant="subtle" onClick={() => onChange({ ...draft, photo: null })}>
            Remove photo
          </Button>
        )}
      </Group>
    </div>
  );
}
