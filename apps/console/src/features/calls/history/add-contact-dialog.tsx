import { Button, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiFailure } from "../../../platform/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";

export interface AddContactDialogProps {
  readonly number: string;
  /** What the network says of the caller, to begin with. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const KINDS = [
  { value: "mobile", label: "Mobile" },
  { value: "work", label: "Work" },
  { value: "home", label: "Home" },
  { value: "other", label: "Other" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

/** An unknown caller becomes a contact without leaving the call. */
export function AddContactDialog({ isOpen, onClose, ...rest }: AddContactDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Add contact" size={420}>
      <AddContactForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function AddContactForm({ number, name, onClose }: Omit<AddContactDialogProps, "isOpen">): ReactNode {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const [first = "", ...rest] = name.split(" ");
  const [fname, setFname] = useState(first);
  const [lname, setLname] = useState(rest.join(" "));
  const [organization, setOrganization] = useState("");
  const [kind, setKind] = useState<Kind>("mobile");
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [uuid] = useState(() => crypto.randomUUID());

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSaving(true);
    try {
      const body = { uuid, fname, lname, organization, [kind]: number };
      const { message, id } = await client.saveContact({ body });
      if (id < 0) return setProblem(message ?? "This contact could not be saved.");
      snackbar.show("Contact added");
      onClose();
    } catch (failure) {
      setProblem(failure instanceof ApiFailure ? failure.message : String(failure));
    } finally {
      setIsSaving(false);
    }
  };
  const hasName = fname.trim() !== "" || lname.trim() !== "" || organization.trim() !== "";
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="sm">
        <Group grow gap="sm">
          <TextInput
            label="First name"
            value={fname}
            data-autofocus
            onChange={(event) => setFname(event.currentTarget.value)}
          />
          <TextInput
            label="Last name"
            value={lname}
            onChange={(event) => setLname(event.currentTarget.value)}
          />
        </Group>
        <TextInput
          label="Organization"
          value={organization}
          onChange={(event) => setOrganization(event.currentTarget.value)}
        />
        <Group grow gap="sm">
          <TextInput label="Number" value={formatPhone(number)} readOnly />
          <Select
            label="Kind"
            data={[...KINDS]}
            value={kind}
            allowDeselect={false}
            onChange={(chosen) => setKind(chosen ?? "mobile")}
          />
        </Group>
        {problem !== undefined && (
          <p role="alert" style={{ margin: 0, color: "var(--mantine-color-error)" }}>
            {problem}
          </p>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!hasName} loading={isSaving}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
