import { Button, FileButton, Group, Textarea, TextInput } from "@mantine/core";
import { FormDialog, useSnackbar } from "@offhook/ui";
import { DialogForm } from "@offhook/ui/dialog-form";
import { ImageUp, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { prepareFile, TOO_LARGE } from "../../files/prepare-file.ts";
import { ChatFailure } from "../../link/chat-failure.ts";
import type { Topic } from "../../store/topic.ts";
import type { TeamFace } from "../../store/topic-acts.ts";
import { useTeamsChat, useTeamsState } from "../../teams-context.ts";
import classes from "./topic-face.module.css";
import { TopicFace } from "./topic-face.tsx";

export interface EditTeamDialogProps {
  readonly topic: Topic;
  readonly onClose: () => void;
}

const MAX_NAME = 60;
const MAX_NOTE = 240;
const PICTURE_TYPES = "image/png,image/jpeg,image/gif,image/webp";
const PICTURE_SIZE = 64;

/** A picture to come, none at all, or the one there is. */
type PictureChange = File | "none" | undefined;

/** Name, description and picture of a team, for its owner. */
export function EditTeamDialog({ topic, onClose }: EditTeamDialogProps): ReactNode {
  const [name, setName] = useState(topic.fn);
  const [note, setNote] = useState(topic.note);
  const [picture, setPicture] = useState<PictureChange>();
  const [error, setError] = useState<string>();
  const { isBusy, save } = useSave(topic.id, onClose, setError);
  const submit = (): void => {
    if (name.trim() === "") setError("Give the team a name");
    else void save({ fn: name.trim(), note: note.trim() }, picture);
  };
  return (
    <FormDialog opened onClose={onClose} title="Edit team">
      <DialogForm onSubmit={submit} onCancel={onClose} problem={error} isSaving={isBusy} noValidate>
        <PictureField topic={topic} picture={picture} onChange={setPicture} />
        <TextInput
          label="Name"
          required
          maxLength={MAX_NAME}
          value={name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Description"
          description="Optional. Visible to all members."
          maxLength={MAX_NOTE}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </DialogForm>
    </FormDialog>
  );
}

function useSave(id: string, onClose: () => void, onError: (text: string | undefined) => void) {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const limit = useTeamsState((state) => state.limits?.maxFileUploadSize ?? Number.MAX_SAFE_INTEGER);
  const [isBusy, setIsBusy] = useState(false);
  const uploaded = async (picture: PictureChange): Promise<TeamFace["photo"]> => {
    if (picture === undefined) return undefined;
    if (picture === "none") return { path: "", type: "" };
    return chat.files.upload(await prepareFile(picture), () => {});
  };
  const save = async (face: Omit<TeamFace, "photo">, picture: PictureChange): Promise<void> => {
    if (picture instanceof File && picture.size > limit) return onError(TOO_LARGE);
    setIsBusy(true);
    onError(undefined);
    try {
      await chat.acts.describeTeam(id, { ...face, photo: await uploaded(picture) });
      snackbar.show("Team updated");
      onClose();
    } catch (failure) {
      onError(failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later");
      setIsBusy(false);
    }
  };
  return { isBusy, save };
}

interface PictureFieldProps {
  readonly topic: Topic;
  readonly picture: PictureChange;
  readonly onChange: (picture: PictureChange) => void;
}

function PictureField({ topic, picture, onChange }: PictureFieldProps): ReactNode {
  const address = useAddressOf(picture instanceof File ? picture : undefined);
  const face = { name: topic.fn, person: undefined, photo: undefined };
  const shown = picture === "none" ? { ...topic, photo: "" } : topic;
  const hasPicture = picture instanceof File || (picture === undefined && topic.photo !== "");
  return (
    <Group>
      {address === undefined ? (
        <TopicFace topic={shown} face={face} size={PICTURE_SIZE} />
      ) : (
        <img className={classes.picture} src={address} alt="" width={PICTURE_SIZE} height={PICTURE_SIZE} />
      )}
      <FileButton accept={PICTURE_TYPES} onChange={(file) => file && onChange(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<ImageUp size={14} aria-hidden="true" />}
          >
            Upload picture
          </Button>
        )}
      </FileButton>
      {hasPicture && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<Trash2 size={14} aria-hidden="true" />}
          onClick={() => onChange("none")}
        >
          Remove picture
        </Button>
      )}
    </Group>
  );
}

function useAddressOf(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
