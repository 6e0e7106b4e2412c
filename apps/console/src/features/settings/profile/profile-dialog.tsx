import { Alert, Button, Group, Select, SimpleGrid, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMediaQuery } from "@mantine/hooks";
import { FormDialog, useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { ApiFailure, failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSession, useUser } from "../../session/index.ts";
import { PhotoField } from "./photo-field.tsx";
import classes from "./profile-dialog.module.css";
import {
  openProfileForm,
  type ProfileField,
  type ProfileForm,
  profileChanges,
  profileProblems,
} from "./profile-form.ts";
import { type Choices, useCountries, useTimezones } from "./profile-lists.ts";

const WIDTH = 760;

export interface ProfileDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ProfileDialog({ isOpen, onClose }: ProfileDialogProps): ReactNode {
  const isSmall = useMediaQuery("(max-width: 40em)") ?? false;
  return (
    <FormDialog opened={isOpen} onClose={onClose} title="Edit your profile" size={WIDTH} fullScreen={isSmall}>
      <PhotoField />
      <Fields onClose={onClose} />
    </FormDialog>
  );
}

type Form = UseFormReturnType<ProfileForm>;

function Fields({ onClose }: { readonly onClose: () => void }): ReactNode {
  const user = useUser();
  const form = useForm<ProfileForm>({
    initialValues: openProfileForm(user),
    validate: profileProblems,
    validateInputOnBlur: true,
  });
  const { isSaving, problem, save } = useSave(form, onClose);
  const timezones = useTimezones(user.timezone);
  const countries = useCountries(user.country);
  const hasChanges = Object.keys(profileChanges(form.values, user)).length > 0;
  const isNewEmail = form.values.email.trim().toLowerCase() !== user.email.toLowerCase();
  const emailHint = isNewEmail
    ? "We mail a link to it. It counts once you open that."
    : "Also your user name.";
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(save, (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus())}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TextField
          form={form}
          field="firstname"
          label="First name"
          maxLength={60}
          autoComplete="given-name"
          isRequired
        />
        <TextField form={form} field="lastname" label="Last name" maxLength={60} autoComplete="family-name" />
        <TextField
          form={form}
          field="email"
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="email"
          isRequired
          description={emailHint}
        />
        <TextField form={form} field="mobile" label="Mobile" type="tel" maxLength={30} autoComplete="tel" />
        <TextField form={form} field="company" label="Company" maxLength={100} autoComplete="organization" />
        {user.features.teamChat && (
          <TextField
            form={form}
            field="teamsNickname"
            label="Team chat nickname"
            maxLength={60}
            autoComplete="nickname"
          />
        )}
        <ListField
          form={form}
          field="timezone"
          label="Time zone"
          placeholder="Same as the company"
          list={timezones}
        />
        <ListField form={form} field="country" label="Country" placeholder="Not set" list={countries} />
      </SimpleGrid>
      {user.pending_email !== null && (
        <Alert color="blue" role="status" mt="md">
          Open the link we mailed to {user.pending_email}. Until then you sign in as {user.username}.
        </Alert>
      )}
      {problem !== undefined && (
        <Alert color="red" role="alert" mt="md">
          {problem}
        </Alert>
      )}
      <Group className={classes.actions} justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving} disabled={!hasChanges}>
          Save
        </Button>
      </Group>
    </form>
  );
}

/** Refusals that belong to one field. */
const FIELD_OF_CODE: Readonly<Record<string, ProfileField>> = {
  "settings.emailTaken": "email",
  "session.mailOff": "email",
  "session.tooManyEmailChanges": "email",
  "settings.timezoneUnknown": "timezone",
};

function useSave(form: Form, onClose: () => void) {
  const { client, browser } = usePlatform();
  const session = useSession();
  const user = useUser();
  const snackbar = useSnackbar();
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string>();

  const save = async (values: ProfileForm): Promise<void> => {
    setIsSaving(true);
    setProblem(undefined);
    const changes = profileChanges(values, user);
    try {
      await client.updateMyProfile({ body: changes });
    } catch (failure) {
      const code = failure instanceof ApiFailure ? failure.code : undefined;
      const field = FIELD_OF_CODE[String(code)];
      if (field) form.setFieldError(field, failureText(failure));
      else setProblem(failureText(failure));
      setIsSaving(false);
      return;
    }
    // The change is made; what is shown of it follows, by push if not by this.
    await session.reloadProfile().catch(browser.reportError);
    snackbar.show("Profile updated successfully", { tone: "success" });
    if (changes.email === undefined) return onClose();
    // The new address is not there yet: the dialog stays and says what to do.
    form.setFieldValue("email", user.email);
    setIsSaving(false);
  };
  return { isSaving, problem, save: (values: ProfileForm) => void save(values) };
}

interface FieldProps {
  readonly form: Form;
  readonly field: ProfileField;
  readonly label: string;
}

interface TextFieldProps extends FieldProps {
  readonly maxLength: number;
  readonly autoComplete: string;
  readonly type?: "text" | "email" | "tel";
  readonly isRequired?: boolean;
  readonly description?: string;
}

function TextField({ form, field, isRequired = false, description, ...input }: TextFieldProps): ReactNode {
  return (
    <TextInput
      {...form.getInputProps(field)}
      key={form.key(field)}
      {...input}
      {...(description === undefined
        ? {}
        : { description, inputWrapperOrder: ["label", "input", "description", "error"] })}
      withAsterisk={isRequired}
      aria-required={isRequired}
      // Names in any script begin on their own side.
      dir="auto"
    />
  );
}

interface ListFieldProps extends FieldProps {
  readonly placeholder: string;
  readonly list: Choices;
}

function ListField({ form, field, label, placeholder, list }: ListFieldProps): ReactNode {
  const { value, error } = form.getInputProps(field);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={list.choices.map((choice) => ({ ...choice, disabled: false }))}
      value={value === "" ? null : value}
      onChange={(chosen) => form.setFieldValue(field, chosen ?? "")}
      error={error}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label.toLowerCase()}` }}
      nothingFoundMessage={list.hasFailed ? "The list could not be loaded" : "Nothing found"}
      maxDropdownHeight={240}
    />
  );
}
