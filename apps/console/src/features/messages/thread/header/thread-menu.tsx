import { ActionMenu, type MenuAction, useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import {
  AppWindow,
  Ban,
  CircleCheck,
  EllipsisVertical,
  FileDown,
  FileText,
  MailOpen,
  Trash2,
  UserRound,
  UserRoundPlus,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../../platform/api/api-failure.ts";
import { useDownloads } from "../../../../platform/downloads/downloads-context.ts";
import { paths } from "../../../../platform/navigation/paths.ts";
import { latePart } from "../../../../platform/rendering/late.tsx";
import { LazyContactDialog, newNumber, useCaller } from "../../../contacts/index.ts";
import { useUser } from "../../../session/index.ts";
import { dropConversation } from "../../store/conversation-rules.ts";
import type { Thread } from "../../store/thread.ts";
import { useTextMessages, useThread } from "../../use-text-messages.ts";
import { markThreadUnread } from "./mark-thread-unread.ts";

const BlockDialog = latePart(() => import("./block-dialog.tsx"), "BlockDialog");

export interface ThreadMenuProps {
  readonly thread: Thread;
  readonly isWindow: boolean;
}

const UNDO_MS = 8_000;

export function ThreadMenu({ thread, isWindow }: ThreadMenuProps): ReactNode {
  const [dialog, setDialog] = useState<"block" | "contact">();
  const { conversation: number } = thread.address;
  const close = (): void => setDialog(undefined);
  const contactAction = useContactAction(number, () => setDialog("contact"));
  const actions = useThreadActions(thread, isWindow, () => setDialog("block"));
  return (
    <>
      <ActionMenu
        label="More for this conversation"
        title="More"
        icon={EllipsisVertical}
        width={230}
        actions={[...contactAction, ...actions]}
      />
      {dialog === "block" && <BlockDialog thread={thread} onClose={close} />}
      {dialog === "contact" && (
        <LazyContactDialog
          given={{ numbers: [newNumber("mobile", number)] }}
          onSaved={() => {}}
          onClose={close}
        />
      )}
    </>
  );
}

function useContactAction(number: string, onAdd: () => void): readonly MenuAction[] {
  const { features } = useUser();
  const { contactId } = useCaller(number);
  const router = useRouter();
  if (contactId !== null) {
    const open = (): void => router.history.push(paths.contact(contactId));
    return [{ label: "Open contact", icon: UserRound, onSelect: open }];
  }
  return features.contacts ? [{ label: "Add contact", icon: UserRoundPlus, onSelect: onAdd }] : [];
}

function useThreadActions(thread: Thread, isWindow: boolean, onBlock: () => void): readonly MenuAction[] {
  const { api, lists } = useTextMessages();
  const router = useRouter();
  const snackbar = useSnackbar();
  const conversation = useThread(thread, (state) => state.conversation);
  const lastIn = useThread(thread, ({ messages }) =>
    messages.findLast(({ direction }) => direction === "in"),
  );
  const download = useDownloadActions(thread);
  const { address } = thread;
  const failed = (failure: unknown): void => snackbar.show(failureText(failure), { tone: "error" });
  const leave = (): void => router.history.push(paths.noConversation());
  const unblock = (): void => {
    api.unblock(address).then(() => snackbar.show("Unblocked"), failed);
  };
  const restore = (): void => {
    api.restoreConversation(address).then(() => Promise.all([thread.refresh(), lists.refresh()]), failed);
  };
  const remove = (): void => {
    leave();
    const drop = dropConversation(address.sms_line, address.conversation);
    lists
      .change([drop], (options) => api.deleteConversation(address, options))
      .then(() => snackbar.show("Conversation deleted", { onUndo: restore, durationMs: UNDO_MS }), failed);
  };
  const markUnread = (): void => {
    if (lastIn) markThreadUnread(api, thread, [lastIn.id]).then(leave, failed);
  };
  const openWindow = (): void => {
    const path = paths.conversationWindow(address.sms_line, address.conversation);
    window.open(path, "_blank", "popup,width=520,height=720");
  };
  if (!conversation) return [];
  return [
    {
      label: "Mark unread",
      icon: MailOpen,
      isDisabled: !lastIn,
      onSelect: markUnread,
    },
    ...(isWindow ? [] : [{ label: "Open in a window", icon: AppWindow, onSelect: openWindow }]),
    ...download,
    conversation.blocked
      ? { label: "Unblock", icon: CircleCheck, onSelect: unblock }
      : { label: "Block", icon: Ban, onSelect: onBlock },
    { label: "Delete conversation", icon: Trash2, isDestructive: true, onSelect: remove },
  ];
}

function useDownloadActions({ address }: Thread): readonly MenuAction[] {
  const { api } = useTextMessages();
  const { effective_timezone: timezone } = useUser();
  const downloads = useDownloads();
  const snackbar = useSnackbar();
  const start = (format: "text" | "pdf", type: string, ending: string) => (): void => {
    api.download(address, { format, timezone }).then(
      (source) => downloads.start({ name: `conversation-${address.conversation}.${ending}`, source, type }),
      (failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }),
    );
  };
  return [
    { label: "Download as text", icon: FileText, onSelect: start("text", "text/plain", "txt") },
    { label: "Download as PDF", icon: FileDown, onSelect: start("pdf", "application/pdf", "pdf") },
  ];
}
