import { Button, FileButton, Group, Loader, Text } from "@mantine/core";
import { Avatar, useConfirm, useSnackbar } from "@offhook/ui";
import { ImageUp, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSession, useUser } from "../../session/index.ts";
import { PHOTO_TYPES, photoProblem, toBase64 } from "./photo-file.ts";
import classes from "./profile-dialog.module.css";

type Work = "idle" | "uploading" | "removing";

/** The user's picture. Changes hold at once, whatever becomes of the form beside it. */
export function PhotoField(): ReactNode {
  const user = useUser();
  const hintId = useId();
  const { work, preview, problem, upload, remove } = usePhoto();
  const name = `${user.firstname} ${user.lastname}`.trim();
  const photo = preview ?? user.photo ?? undefined;
  return (
    <div className={classes.photo}>
      <span className={classes.picture} data-busy={work !== "idle" || undefined}>
        <Avatar name={name} seed={String(user.id)} size={96} {...(photo === undefined ? {} : { photo })} />
        {work !== "idle" && (
          <Loader className={classes.busy} size="sm" color="white" role="status" aria-label="Please wait" />
        )}
      </span>
      <div className={classes.photoWords}>
        <Group gap="xs">
          <FileButton accept={PHOTO_TYPES} onChange={(file) => file && void upload(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                disabled={work !== "idle"}
                aria-describedby={hintId}
                leftSection={<ImageUp size={14} aria-hidden="true" />}
              >
                Upload photo
              </Button>
            )}
          </FileButton>
          {user.photo !== null && (
            <Button
              variant="subtle"
              color="red"
              size="xs"
              disabled={work !== "idle"}
              leftSection={<Trash2 size={14} aria-hidden="true" />}
              onClick={() => void remove()}
            >
              Remove photo
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed" id={hintId}>
          A .png, .gif or .jpeg of up to 8 MB. Colleagues see it beside your name.
        </Text>
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      </div>
    </div>
  );
}

function usePhoto() {
  const { client } = usePlatform();
  const session = useSession();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [work, setWork] = useState<Work>("idle");
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = usePreview();

  const upload = async (file: File): Promise<void> => {
    const wrong = await photoProblem(file);
    setProblem(wrong);
    if (wrong !== undefined) return;
    setWork("uploading");
    setPreview(file);
    try {
      await client.putMyPhoto({ body: { image: await toBase64(file) } });
      await session.reloadProfile();
    } catch (failure) {
      setProblem(failureText(failure));
    } finally {
      setPreview(undefined);
      setWork("idle");
    }
  };

  const remove = async (): Promise<void> => {
    const isMeant = await confirm({
      title: "Remove your photo?",
      text: "Colleagues will see your initials instead.",
      acceptLabel: "Remove",
      isDestructive: true,
    });
    if (!isMeant) return;
    setProblem(undefined);
    setWork("removing");
    try {
      await client.deleteMyPhoto();
      await session.reloadProfile();
      // Spelled as the specification has it.
      snackbar.show("Image removed successfuly", { tone: "success" });
    } catch {
      snackbar.show("Failed to remove image", { tone: "error" });
    } finally {
      setWork("idle");
    }
  };
  return { work, preview, problem, upload, remove };
}

/** The chosen file while it is on its way. */
function usePreview(): [string | undefined, (file: File | undefined) => void] {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (address === undefined) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  return [address, (file) => setAddress(file && URL.createObjectURL(file))];
}
