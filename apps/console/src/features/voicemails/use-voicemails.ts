import type { Voicemail } from "@offhook/contract";
import { useStore } from "zustand";
import { useUser } from "../session/index.ts";
import { createVoicemails, type Voicemails } from "./store/voicemails.ts";
import { useVoicemailsHub } from "./voicemails-context.ts";

export function useVoicemails(): Voicemails {
  return useVoicemailsHub().open(createVoicemails);
}

/** The message as the lists have it, which events keep up to date; undefined when none of them has it. */
export function useListedVoicemail(id: string): Voicemail | undefined {
  const { list } = useVoicemails();
  return useStore(list.state, () => list.of(id));
}

/** The name of a box as the user knows it. */
export function useBoxName(mailbox: string): string {
  const { vox_boxes: boxes } = useUser();
  return boxes.find(({ name }) => name === mailbox)?.label || mailbox;
}
