import { MAX_SMS_FILES } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { useStore } from "zustand";
import { conversationKey } from "../store/text-api.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { type AttachedFiles, changeAttached, NOTHING_ATTACHED } from "./attached-files.ts";
import { type Attachment, prepareAttachment } from "./attachments.ts";

/** The service takes requests of a certain size only. */
const MAX_TOTAL_BYTES = 11_000_000;

export interface Attachments {
  readonly files: readonly Attachment[];
  /** Pictures are being made smaller. */
  readonly isBusy: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

/** The files of the text that is being written in a thread. */
export function useAttachments({ address }: Thread): Attachments {
  const texts = useTextMessages();
  const limits = useStore(texts.aids, (aids) => aids.limits);
  const snackbar = useSnackbar();
  const key = conversationKey(address);
  const { files, running } = useStore(texts.attached, (all) => all.get(key) ?? NOTHING_ATTACHED);
  const change = (step: (attached: AttachedFiles) => AttachedFiles): void =>
    changeAttached(texts.attached, key, step);
  const setFiles = (step: (before: readonly Attachment[]) => readonly Attachment[]): void =>
    change((attached) => ({ ...attached, files: step(attached.files) }));

  const add = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    if (!limits) return snackbar.show("Something went wrong. Try again later", { tone: "error" });
    const room = Math.min(limits.maxFiles, MAX_SMS_FILES) - files.length;
    if (chosen.length > room) {
      snackbar.show(`A message takes ${Math.min(limits.maxFiles, MAX_SMS_FILES)} files.`, { tone: "error" });
    }
    change((attached) => ({ ...attached, running: attached.running + 1 }));
    const prepared = await Promise.all(
      chosen.slice(0, Math.max(0, room)).map((file) => prepareAttachment(file, limits)),
    );
    change((attached) => ({ ...attached, running: attached.running - 1 }));
    for (const each of prepared) if (!each.isReady) snackbar.show(each.problem, { tone: "error" });
    const fresh = prepared.flatMap((each) => (each.isReady ? [each.attachment] : []));
    const total = [...files, ...fresh].reduce((sum, { size }) => sum + size, 0);
    if (total > MAX_TOTAL_BYTES) {
      return snackbar.show("Together these files are too large. Send them one by one.", { tone: "error" });
    }
    setFiles((before) => [...before, ...fresh]);
  };
  return {
    files,
    isBusy: running > 0,
    add: (chosen) => void add(chosen),
    remove: (id) => setFiles((before) => before.filter((file) => file.id !== id)),
    clear: () => setFiles(() => []),
  };
}
