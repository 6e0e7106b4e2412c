import { Group, Text, TextInput } from "@mantine/core";
import { Avatar, FormDialog, useSnackbar } from "@offhook/ui";
import { DialogForm } from "@offhook/ui/dialog-form";
import { Emoji } from "@offhook/ui/text";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSession, useUser } from "../../session/index.ts";
import { useOwnStatusState } from "../../settings/index.ts";
import { useTeamsState } from "../teams-context.ts";

const MAX_NICKNAME = 60;
const AVATAR_SIZE = 64;

/** How colleagues see the user in chat, and what they call them there. */
export function OwnProfileDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const user = useUser();
  const [nickname, setNickname] = useState(user.teamsNickname);
  const { isBusy, error, save } = useSaveNickname(onClose);
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <FormDialog opened onClose={onClose} title="Your chat profile">
      <DialogForm onSubmit={() => void save(nickname.trim())} onCancel={onClose} isSaving={isBusy}>
        <Group wrap="nowrap">
          <OwnFace name={nickname.trim() || name} />
          <div>
            <Text fw={600}>{nickname.trim() || name}</Text>
            <OwnStatusLine />
            <LevelLine />
          </div>
        </Group>
        <TextInput
          label="Nickname"
          description={`Colleagues see it in chat instead of ${name}. Leave it empty to use your name.`}
          maxLength={MAX_NICKNAME}
          value={nickname}
          error={error}
          data-autofocus
          onChange={(event) => setNickname(event.currentTarget.value)}
        />
      </DialogForm>
    </FormDialog>
  );
}

function OwnFace({ name }: { readonly name: string }): ReactNode {
  const { id, photo } = useUser();
  const active = useOwnStatusState((state) => state.active);
  return (
    <Avatar
      name={name}
      seed={String(id)}
      size={AVATAR_SIZE}
      photo={photo ?? undefined}
      status={active ? { name: active.name, emoji: active.emoji } : undefined}
      isDecorative
    />
  );
}

function OwnStatusLine(): ReactNode {
  const active = useOwnStatusState((state) => state.active);
  return (
    <Text size="sm" c="dimmed">
      {active ? (
        <>
          <Emoji emoji={active.emoji} size={15} /> {active.name}
        </>
      ) : (
        "No status set"
      )}
    </Text>
  );
}

/** Said where it is not the usual: most people are colleagues like any other. */
const LEVELS: Readonly<Record<string, string>> = {
  root: "Chat administrator: can act for everyone",
  anon: "Guest",
};

function LevelLine(): ReactNode {
  const level = useTeamsState(({ authlvl = "" }) => LEVELS[authlvl]);
  return level === undefined ? null : (
    <Text size="sm" c="dimmed">
      {level}
    </Text>
  );
}

function useSaveNickname(onDone: () => void) {
  const { client } = usePlatform();
  const session = useSession();
  const snackbar = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async (nickname: string): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await client.setTeamsNickname({ body: { nickname } });
      // It is saved; where this fails, the pushed event brings the same.
      await session.reloadProfile().catch(() => {});
      snackbar.show(nickname === "" ? "Nickname removed" : "Nickname saved", { tone: "success" });
      onDone();
    } catch (failure) {
      setError(failureText(failure));
      setIsBusy(false);
    }
  };
  return { isBusy, error, save };
}
