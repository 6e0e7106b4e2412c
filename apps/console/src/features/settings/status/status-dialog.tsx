import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { UserStatus } from "@offhook/contract";
import { FormDialog, useConfirm, useSnackbar } from "@offhook/ui";
import { createEmojiMemory, EmojiButton } from "@offhook/ui/emoji";
import { StatusDurationSelect } from "@offhook/ui/pickers";
import { type FormEvent, type ReactNode, useEffect, useMemo, useReducer, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { remainingTime } from "./remaining-time.ts";
import { type SavedLoad, SavedStatuses } from "./saved-statuses.tsx";
import { useOwnStatus, useOwnStatusState } from "./status-context.ts";
import classes from "./status-dialog.module.css";
import {
  canSave,
  isFormRevealed,
  openStatusForm,
  type StatusForm,
  type StatusFormEvent,
  showsClearButton,
  statusChangeOf,
  stepStatusForm,
} from "./status-form.ts";
import { useNow } from "./use-now.ts";

const WIDTH = 500;
const MAX_NAME = 100;
const TICK_MS = 15_000;
const FAILED = "Failed to update status.";

export interface StatusDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function StatusDialog({ isOpen, onClose }: StatusDialogProps): ReactNode {
  return (
    <FormDialog opened={isOpen} onClose={onClose} title="Set a status" size={WIDTH}>
      <StatusFields onClose={onClose} />
    </FormDialog>
  );
}

function StatusFields({ onClose }: { readonly onClose: () => void }): ReactNode {
  const active = useOwnStatusState((state) => state.active);
  const saved = useOwnStatusState((state) => state.saved);
  const [form, dispatch] = useReducer(stepStatusForm, active, openStatusForm);
  const { load, retry } = useSavedLoad();
  const { isBusy, save, clear, remove } = useStatusActions(onClose, dispatch);

  // A status can end, or be set on another device, while the dialog is open.
  useEffect(() => dispatch({ type: "activeChanged", active }), [active]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSave(form) && !isBusy) void save(form);
  };
  return (
    <form onSubmit={submit}>
      {/* Room for the ring around the first field. */}
      <Stack gap="md" pt={2}>
        <NameField form={form} onEvent={dispatch} />
        {isFormRevealed(form) && <Duration form={form} onEvent={dispatch} />}
        <SavedStatuses
          statuses={saved}
          load={load}
          chosenId={form.basis?.id}
          onPick={(status) => dispatch({ type: "statusPicked", status })}
          onRemove={(status) => void remove(status)}
          onRetry={retry}
        />
        <Group justify="flex-end" gap="xs">
          {showsClearButton(form) ? (
            <Button variant="light" color="red" loading={isBusy} onClick={() => void clear()}>
              Clear Status
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" disabled={!canSave(form)} loading={isBusy}>
                Save
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly form: StatusForm;
  readonly onEvent: (event: StatusFormEvent) => void;
}

function NameField({ form, onEvent }: PartProps): ReactNode {
  const { store } = usePlatform().browser;
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const memory = useMemo(
    () =>
      createEmojiMemory({ getItem: (key) => store.get(key), setItem: (key, value) => store.set(key, value) }),
    [store],
  );
  const endsAt = showsClearButton(form) ? form.active?.expires_at : undefined;
  return (
    <div>
      <div className={classes.nameField}>
        <EmojiButton
          memory={memory}
          value={isFormRevealed(form) ? form.emoji : undefined}
          onPick={(emoji) => onEvent({ type: "emojiPicked", emoji })}
        />
        <TextInput
          className={classes.nameInput}
          aria-label="What is your status?"
          placeholder="What is your status?"
          dir="auto"
          maxLength={MAX_NAME}
          autoComplete="off"
          value={form.name}
          onChange={(event) => onEvent({ type: "named", name: event.currentTarget.value })}
          data-autofocus
        />
      </div>
      {typeof endsAt === "number" && (
        <Text size="sm" c="dimmed" mt={6} ml={44}>
          {remainingTime({ at: endsAt * 1000, now, timeZone })}
        </Text>
      )}
    </div>
  );
}

function Duration({ form, onEvent }: PartProps): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  return (
    <StatusDurationSelect
      duration={form.duration}
      expiresAt={form.expiresAt === null ? undefined : form.expiresAt * 1000}
      timeZone={timeZone}
      now={now}
      onChange={(duration, expiresAt) => {
        if (duration !== form.duration) onEvent({ type: "durationPicked", duration });
        if (expiresAt !== undefined)
          onEvent({ type: "expiryPicked", expiresAt: Math.round(expiresAt / 1000) });
      }}
    />
  );
}

function useSavedLoad(): { load: SavedLoad; retry: () => void } {
  const own = useOwnStatus();
  const [load, setLoad] = useState<SavedLoad>("loading");
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to load again.
  useEffect(() => {
    let isHere = true;
    setLoad("loading");
    own.loadSaved().then(
      () => isHere && setLoad("ready"),
      () => isHere && setLoad("failed"),
    );
    return () => {
      isHere = false;
    };
  }, [own, attempt]);
  return { load, retry: () => setAttempt((count) => count + 1) };
}

function useStatusActions(onClose: () => void, dispatch: (event: StatusFormEvent) => void) {
  const own = useOwnStatus();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [isBusy, setIsBusy] = useState(false);

  const attempt = async (work: () => Promise<string>): Promise<boolean> => {
    setIsBusy(true);
    try {
      snackbar.show(await work(), { tone: "success" });
      return true;
    } catch {
      snackbar.show(FAILED, { tone: "error" });
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  const save = async (form: StatusForm): Promise<void> => {
    if (await attempt(() => own.save(statusChangeOf(form, crypto.randomUUID())))) onClose();
  };
  const clear = async (): Promise<void> => {
    if (await attempt(() => own.clear())) onClose();
  };
  const remove = async (status: UserStatus): Promise<void> => {
    const isMeant = await confirm({
      id: "removeStatus",
      title: `Remove “${status.name}”?`,
      text: "It will be removed from your saved statuses and cleared where it is in use.",
      acceptLabel: "Remove",
      isDestructive: true,
    });
    if (isMeant && (await attempt(() => own.remove(status.id))))
      dispatch({ type: "statusGone", id: status.id });
  };
  return { isBusy, save, clear, remove };
}
