import { ActionIcon } from "@mantine/core";
import type { VoicemailDetails, VoicemailFolder } from "@offhook/contract";
import { ActionMenu, type MenuAction, useSnackbar } from "@offhook/ui";
import { DetailActions } from "@offhook/ui/detail";
import { useRouter } from "@tanstack/react-router";
import {
  Bookmark,
  BookmarkX,
  Copy,
  EllipsisVertical,
  Mail,
  MailOpen,
  MessagesSquare,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import { MailDialog } from "../../mailing/index.ts";
import { useUser } from "../../session/index.ts";
import { useVoicemailNews } from "../use-voicemail-sound.ts";
import { useVoicemails } from "../use-voicemails.ts";

const ForwardDialog = latePart(() => import("./forward-dialog.tsx"), "ForwardDialog");

const UNDO_MS = 8_000;

type Way = "chat" | "mail";

/** Keep it, pass it on, mark it, delete it. */
export function VoicemailActions({ voicemail }: { readonly voicemail: VoicemailDetails }): ReactNode {
  const { client } = usePlatform();
  const { mailbox, id } = voicemail;
  const [forward, setForward] = useState<{ readonly by: Way; readonly isOpen: boolean }>();
  const close = (): void => setForward((last) => last && { ...last, isOpen: false });
  const { move, remove, more } = useVoicemailActs(voicemail, (by) => setForward({ by, isOpen: true }));
  const isSaved = voicemail.dir === "SAVED";
  const saveText = isSaved ? "Move to inbox" : "Save";
  const Icon = isSaved ? BookmarkX : Bookmark;
  return (
    <DetailActions>
      <ActionIcon aria-label={saveText} title={saveText} onClick={move}>
        <Icon size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label="Delete" title="Delete" onClick={remove}>
        <Trash2 size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionMenu
        label="More for this voicemail"
        title="More"
        icon={EllipsisVertical}
        width={230}
        actions={more}
      />
      {forward?.by === "chat" && forward.isOpen && <ForwardDialog voicemail={voicemail} onClose={close} />}
      {forward?.by === "mail" && (
        <MailDialog
          send={(mail) => client.mailVoicemail({ body: { mailbox, id, ...mail } })}
          isOpen={forward.isOpen}
          onClose={close}
        />
      )}
    </DetailActions>
  );
}

interface VoicemailActs {
  move(): void;
  remove(): void;
  readonly more: readonly MenuAction[];
}

function useVoicemailActs(voicemail: VoicemailDetails, onForward: (by: Way) => void): VoicemailActs {
  const voicemails = useVoicemails();
  const { features } = useUser();
  const router = useRouter();
  const snackbar = useSnackbar();
  const failed = (failure: unknown): void => snackbar.show(failureText(failure), { tone: "error" });
  const leave = (): void => router.history.push(paths.voicemails);
  const learn = useVoicemailNews();
  const { mailbox, id, dir, transcription, fileError } = voicemail;
  const moveTo = (folder: VoicemailFolder): Promise<void> => {
    learn({ mailbox, id, dir: folder });
    return voicemails.move(voicemail, folder).catch((failure: unknown) => {
      learn({ mailbox, id, dir });
      throw failure;
    });
  };
  const move = (): void => {
    const target = dir === "SAVED" ? "INBOX" : "SAVED";
    const onUndo = (): void => void moveTo(dir).catch(failed);
    const done = target === "SAVED" ? "Voicemail saved" : "Moved to the inbox";
    moveTo(target).then(() => snackbar.show(done, { onUndo, durationMs: UNDO_MS }), failed);
  };
  const remove = (): void => {
    leave();
    const onUndo = (): void => void voicemails.restore(voicemail).catch(failed);
    voicemails
      .remove(voicemail)
      .then(() => snackbar.show("Voicemail deleted", { onUndo, durationMs: UNDO_MS }), failed);
  };
  const markUnread = (): void => void voicemails.markUnread(voicemail).then(leave, failed);
  const copy = (): void =>
    void navigator.clipboard.writeText(transcription).then(() => snackbar.show("Copied"), failed);
  const canPass = fileError === null;
  return {
    move,
    remove,
    more: [
      { label: "Mark unread", icon: MailOpen, isDisabled: voicemail.new, onSelect: markUnread },
      ...(features.teamChat && canPass
        ? [{ label: "Forward to a colleague", icon: MessagesSquare, onSelect: () => onForward("chat") }]
        : []),
      ...(canPass ? [{ label: "Forward by email", icon: Mail, onSelect: () => onForward("mail") }] : []),
      { label: "Copy text", icon: Copy, isDisabled: transcription === "", onSelect: copy },
    ],
  };
}
