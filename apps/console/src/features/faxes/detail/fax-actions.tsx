import { ActionIcon } from "@mantine/core";
import type { FaxDetails } from "@offhook/contract";
import { ActionMenu, type MenuAction, useSnackbar } from "@offhook/ui";
import { DetailActions } from "@offhook/ui/detail";
import { useRouter } from "@tanstack/react-router";
import { Download, EllipsisVertical, Mail, MailOpen, MessagesSquare, Printer, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useCaller } from "../../contacts/index.ts";
import { MailDialog } from "../../mailing/index.ts";
import { useUser } from "../../session/index.ts";
import { ForwardFileDialog } from "../../teams/index.ts";
import { faxFileName, otherNumber, otherSide } from "../fax-words.ts";
import { useFaxDownload, useLoadFax } from "../use-fax-file.ts";
import { useFaxes } from "../use-faxes.ts";

const SendAgainDialog = latePart(() => import("./send-again-dialog.tsx"), "SendAgainDialog");

const UNDO_MS = 8_000;

type Way = "fax" | "chat" | "mail";

/** Pass it on, keep it, mark it, delete it. */
export function FaxActions({ fax }: { readonly fax: FaxDetails }): ReactNode {
  const [forward, setForward] = useState<{ readonly by: Way; readonly isOpen: boolean }>();
  const close = (): void => setForward((last) => last && { ...last, isOpen: false });
  const { remove, more } = useFaxActs(fax, (by) => setForward({ by, isOpen: true }));
  const download = useFaxDownload();
  return (
    <DetailActions>
      <ActionIcon
        aria-label="Download"
        title="Download as PDF"
        disabled={fax.fileData === null}
        onClick={() => download(fax, "pages", faxFileName(fax))}
      >
        <Download size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label="Delete" title="Delete" onClick={remove}>
        <Trash2 size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionMenu label="More for this fax" title="More" icon={EllipsisVertical} width={230} actions={more} />
      {forward && <ForwardBy fax={fax} by={forward.by} isOpen={forward.isOpen} onClose={close} />}
    </DetailActions>
  );
}

interface ForwardByProps {
  readonly fax: FaxDetails;
  readonly by: Way;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ForwardBy({ fax, by, isOpen, onClose }: ForwardByProps): ReactNode {
  const { client } = usePlatform();
  const load = useLoadFax();
  const caller = useCaller(otherNumber(fax));
  const { mailbox, id, dir } = fax;
  if (by === "mail") {
    return (
      <MailDialog
        send={(mail) => client.mailFax({ body: { mailbox, id, ...mail } })}
        isOpen={isOpen}
        onClose={onClose}
      />
    );
  }
  if (!isOpen) return null;
  if (by === "fax") return <SendAgainDialog fax={fax} title="Forward as fax" onClose={onClose} />;
  return (
    <ForwardFileDialog
      what="Fax"
      text={`Fax ${dir === "SENT" ? "to" : "from"} ${otherSide(fax, caller.name)}`}
      load={() => load(fax, faxFileName(fax))}
      onClose={onClose}
    />
  );
}

interface FaxActs {
  remove(): void;
  readonly more: readonly MenuAction[];
}

function useFaxActs(fax: FaxDetails, onForward: (by: Way) => void): FaxActs {
  const faxes = useFaxes();
  const { features } = useUser();
  const router = useRouter();
  const snackbar = useSnackbar();
  const failed = (failure: unknown): void => snackbar.show(failureText(failure), { tone: "error" });
  const leave = (): void => router.history.push(paths.faxes);
  const remove = (): void => {
    leave();
    const onUndo = (): void => void faxes.restore(fax).catch(failed);
    faxes.remove(fax).then(() => snackbar.show("Fax deleted", { onUndo, durationMs: UNDO_MS }), failed);
  };
  const markUnread = (): void => void faxes.markUnread(fax).then(leave, failed);
  const canPass = fax.fileData !== null;
  return {
    remove,
    more: [
      ...(fax.dir === "INBOX"
        ? [{ label: "Mark unread", icon: MailOpen, isDisabled: fax.new, onSelect: markUnread }]
        : []),
      ...(canPass ? [{ label: "Forward as fax", icon: Printer, onSelect: () => onForward("fax") }] : []),
      ...(features.teamChat && canPass
        ? [{ label: "Forward to a colleague", icon: MessagesSquare, onSelect: () => onForward("chat") }]
        : []),
      ...(canPass ? [{ label: "Forward by email", icon: Mail, onSelect: () => onForward("mail") }] : []),
    ],
  };
}
