import { Alert, Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { REQUEST_ERROR, VoicemailMail } from "@offhook/contract";
import { FormDialog, useSnackbar } from "@offhook/ui";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiFailure, failureText } from "../../platform/api/api-failure.ts";
import { usePlatform } from "../../platform/platform-context.tsx";

const MAX_ADDRESS = 254;
const MAX_NOTE = 2000;
const MAIL_OFF = "This server can't send mail yet. Ask your administrator to set it up.";

/** What the user asks for. A repeat has the same uuid: it is no second mail. */
export interface Mail {
  readonly uuid: string;
  readonly to: string;
  readonly note: string;
}

export interface MailDialogProps {
  readonly send: (mail: Mail) => Promise<unknown>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Sends something on by mail, with a note. */
export function MailDialog({ send, isOpen, onClose }: MailDialogProps): ReactNode {
  // A dialog gives the focus back to where it was when it opened: it has to be there before that.
  const isMounted = useMounted();
  return (
    <FormDialog opened={isOpen && isMounted} onClose={onClose} title="Forward by email">
      <MailForm send={send} onClose={onClose} />
    </FormDialog>
  );
}

function MailForm({ send: sendMail, onClose }: Omit<MailDialogProps, "isOpen">): ReactNode {
  const isMailOff = usePlatform().config.mail === false;
  const [to, setTo] = useState("");
  const [note, setNote] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { isSending, refusal, problem, setRefusal, send } = useMailing(sendMail, onClose);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending || isMailOff) return;
    const isRefused = !(await send(to.trim(), note.trim()));
    if (isRefused) field.current?.focus();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          ref={field}
          data-autofocus
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={MAX_ADDRESS}
          required
          value={to}
          error={refusal}
          onChange={(event) => {
            setRefusal(undefined);
            setTo(event.currentTarget.value);
          }}
        />
        <Textarea
          label="Note"
          description="Optional."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {(isMailOff || problem !== undefined) && (
          <Alert color="red" role="alert">
            {isMailOff ? MAIL_OFF : problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending} disabled={isMailOff}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** As the service sees it. */
function addressProblem(to: string): string | undefined {
  if (to === "") return "Email is required";
  return VoicemailMail.shape.to.safeParse(to).success ? undefined : "Email must be valid";
}

function useMailing(sendMail: MailDialogProps["send"], onSent: () => void) {
  const snackbar = useSnackbar();
  const [isSending, setIsSending] = useState(false);
  /** What is wrong with the address. */
  const [refusal, setRefusal] = useState<string>();
  /** Why it could not be sent. */
  const [problem, setProblem] = useState<string>();
  const lastTry = useRef<{ readonly words: string; readonly uuid: string }>(undefined);

  /** False where the address has to be changed. */
  const send = async (to: string, note: string): Promise<boolean> => {
    const wrong = addressProblem(to);
    setRefusal(wrong);
    setProblem(undefined);
    if (wrong !== undefined) return false;
    // The same again may have arrived although its answer did not; to somebody else it is another mail.
    const words = `${to} ${note}`;
    if (lastTry.current?.words !== words) lastTry.current = { words, uuid: crypto.randomUUID() };
    const { uuid } = lastTry.current;
    setIsSending(true);
    try {
      await sendMail({ uuid, to, note });
    } catch (failure) {
      setIsSending(false);
      const isRefused = failure instanceof ApiFailure && failure.code === REQUEST_ERROR.invalid;
      (isRefused ? setRefusal : setProblem)(failureText(failure));
      return !isRefused;
    }
    snackbar.show(`Sent to ${to}`, { tone: "success" });
    onSent();
    return true;
  };
  return { isSending, refusal, problem, setRefusal, send };
}
