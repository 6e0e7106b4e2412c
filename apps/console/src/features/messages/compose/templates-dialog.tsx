import { ActionIcon, Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { MAX_SMS_LENGTH, SMS_TEMPLATE_VARIABLES, type SmsTemplate } from "@offhook/contract";
import { EmptyState, FormDialog, useConfirm, useSnackbar } from "@offhook/ui";
import { MessageSquareQuote, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { failureText } from "../../../platform/api/api-failure.ts";
import type { TemplateText } from "../store/text-api.ts";
import { useTextMessages } from "../use-text-messages.ts";
import classes from "./templates-dialog.module.css";

const TITLE_LENGTH = 100;
const EMPTY: TemplateText = { title: "", description: "" };

/** The company's templates: seen by all, changed here. */
export function TemplatesDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [edited, setEdited] = useState<SmsTemplate | "new">();
  return (
    <FormDialog opened onClose={onClose} title="Templates" size="lg" centered>
      {edited === undefined ? (
        <TemplateList onEdit={setEdited} />
      ) : (
        <TemplateForm template={edited} onDone={() => setEdited(undefined)} />
      )}
    </FormDialog>
  );
}

function TemplateList({ onEdit }: { readonly onEdit: (template: SmsTemplate | "new") => void }): ReactNode {
  const texts = useTextMessages();
  const templates = useStore(texts.aids, (aids) => aids.templates);
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const remove = async ({ id, title }: SmsTemplate): Promise<void> => {
    if (
      !(await confirm({ title: `Delete the template ${title}?`, acceptLabel: "Delete", isDestructive: true }))
    ) {
      return;
    }
    try {
      await texts.changeTemplates(() => texts.api.deleteTemplate(id));
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
  };
  return (
    <Stack>
      {templates.length === 0 && (
        <EmptyState icon={MessageSquareQuote}>There are no templates yet.</EmptyState>
      )}
      <ul className={classes.list}>
        {templates.map((template) => (
          <li key={template.id} className={classes.template}>
            <div className={classes.words}>
              <strong>{template.title}</strong>
              <p>{template.description}</p>
            </div>
            <ActionIcon aria-label={`Edit ${template.title}`} onClick={() => onEdit(template)}>
              <Pencil size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon aria-label={`Delete ${template.title}`} onClick={() => void remove(template)}>
              <Trash2 size={16} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => onEdit("new")}>
          Add template
        </Button>
      </Group>
    </Stack>
  );
}

interface TemplateFormProps {
  readonly template: SmsTemplate | "new";
  readonly onDone: () => void;
}

function TemplateForm({ template, onDone }: TemplateFormProps): ReactNode {
  const texts = useTextMessages();
  const [form, setForm] = useState<TemplateText>(template === "new" ? EMPTY : template);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { title, description } = form;
  const save = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await texts.changeTemplates(() =>
        template === "new"
          ? texts.api.addTemplate({ title, description })
          : texts.api.changeTemplate(template.id, { title, description }),
      );
      onDone();
    } catch (failure) {
      setProblem(failureText(failure));
      setIsBusy(false);
    }
  };
  return (
    <Stack>
      <TextInput
        label="Title"
        maxLength={TITLE_LENGTH}
        data-autofocus
        value={title}
        onChange={(event) => setForm({ title: event.currentTarget.value, description })}
      />
      <Textarea
        label="Text"
        description={`${SMS_TEMPLATE_VARIABLES.map((name) => `{${name}}`).join(" ")} are filled in automatically.`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_SMS_LENGTH}
        value={description}
        onChange={(event) => setForm({ title, description: event.currentTarget.value })}
      />
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Back
        </Button>
        <Button
          loading={isBusy}
          disabled={title.trim() === "" || description.trim() === ""}
          onClick={() => void save()}
        >
          Save
        </Button>
      </Group>
    </Stack>
  );
}
