import { Button, Group, Stack } from "@mantine/core";
import type { Contact, SavedContact } from "@offhook/contract";
import { FormDialog, useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "./contact-dialog.module.css";
import { type ContactDraft, draftOf, fieldsOf, isSavable } from "./contact-draft.ts";
import { ContactFields } from "./contact-fields.tsx";

export interface ContactDialogProps {
  /** The one to change; undefined for a new one. */
  readonly contact?: Contact | undefined;
  readonly given: Partial<ContactDraft>;
  /** What it is now known by. */
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** A new contact, or a change of one. */
export function ContactDialog(props: ContactDialogProps): ReactNode {
  return (
    <FormDialog
      opened
      onClose={props.onClose}
      title={props.contact ? "Edit contact" : "Add contact"}
      size={520}
    >
      <ContactForm {...props} />
    </FormDialog>
  );
}

function ContactForm({ contact, given, onSaved, onClose }: ContactDialogProps): ReactNode {
  const router = useRouter();
  const [draft, setDraft] = useState(() => draftOf(contact, given));
  const form = useSaving(contact, (id) => {
    onClose();
    onSaved(id);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.save(draft);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ContactFields draft={draft} contact={contact} onChange={setDraft} />
        {form.problem !== undefined && (
          <p role="alert" className={classes.problem}>
            {form.problem}
          </p>
        )}
        {form.existing !== null && (
          <DuplicateChoices
            canMerge={!form.existing.startsWith("-")}
            onOpen={() => {
              onClose();
              if (form.existing !== null) router.history.push(paths.contact(form.existing));
            }}
            onMerge={() => void form.merge(draft)}
            onKeepBoth={() => void form.save(draft, true)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isSavable(draft)} loading={form.isSaving}>
            {contact ? "Save" : "Add"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface DuplicateChoicesProps {
  readonly canMerge: boolean;
  readonly onOpen: () => void;
  readonly onMerge: () => void;
  readonly onKeepBoth: () => void;
}

/** Another contact has the number: look at it, put both together, or keep both. */
function DuplicateChoices({ canMerge, onOpen, onMerge, onKeepBoth }: DuplicateChoicesProps): ReactNode {
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onOpen}>
        Open existing
      </Button>
      {canMerge && (
        <Button size="xs" variant="default" onClick={onMerge}>
          Merge
        </Button>
      )}
      <Button size="xs" variant="default" onClick={onKeepBoth}>
        Save anyway
      </Button>
    </Group>
  );
}

interface Saving {
  readonly isSaving: boolean;
  readonly problem: string | undefined;
  /** The contact with the same work or mobile number. */
  readonly existing: string | null;
  save(draft: ContactDraft, allowDuplicate?: boolean): Promise<void>;
  merge(draft: ContactDraft): Promise<void>;
}

function useSaving(contact: Contact | undefined, onSaved: (id: string) => void): Saving {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [existing, setExisting] = useState<string | null>(null);
  // One for the whole life of the form: a repeated request adds nothing.
  const [uuid] = useState(() => crypto.randomUUID());

  const run = async (work: () => Promise<SavedContact>, done: string): Promise<void> => {
    setIsSaving(true);
    setProblem(undefined);
    setExisting(null);
    try {
      const saved = await work();
      if (saved.id < 0) {
        setProblem(saved.message ?? "This contact could not be saved.");
        setExisting(saved.existing);
        return;
      }
      snackbar.show(done);
      onSaved(String(saved.id));
    } catch (failure) {
      setProblem(failure instanceof ApiFailure ? failure.message : "This contact could not be saved.");
    } finally {
      setIsSaving(false);
    }
  };
  return {
    isSaving,
    problem,
    existing,
    save: (draft, allowDuplicate = false) =>
      run(
        () =>
          client.saveContact({
            body: {
              ...fieldsOf(draft),
              ...(contact ? { id: contact.id } : { uuid }),
              ...(allowDuplicate ? { allow_duplicate: true } : {}),
            },
          }),
        contact ? "Contact saved" : "Contact added",
      ),
    merge: (draft) =>
      run(
        () =>
          client.mergeContacts({
            body: {
              id: existing ?? "",
              ...(contact ? { ids: [contact.id] } : { contact: fieldsOf(draft) }),
            },
          }),
        "Contacts merged",
      ),
  };
}
