import type { Voicemail } from "@offhook/contract";
import { EmptyState } from "@offhook/ui";
import { Voicemail as VoicemailIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { BoxListBody, type BoxRowView } from "../../boxes/index.ts";
import { useUser } from "../../session/index.ts";
import type { VoicemailChoice } from "../store/voicemail-rules.ts";
import { useVoicemails } from "../use-voicemails.ts";
import { VoicemailListHead } from "./voicemail-list-head.tsx";
import { VoicemailRow } from "./voicemail-row.tsx";

export interface VoicemailListPaneProps {
  readonly selectedId: string | undefined;
  readonly onOpen: (voicemail: Voicemail) => void;
}

const renderRow = (voicemail: Voicemail, view: BoxRowView): ReactNode => (
  <VoicemailRow voicemail={voicemail} {...view} />
);

/** The messages of the user's boxes, newest first. */
export function VoicemailListPane({ selectedId, onOpen }: VoicemailListPaneProps): ReactNode {
  const { list } = useVoicemails();
  const { vox_boxes: boxes } = useUser();
  const choice = useStore(list.state, (state) => state.choice);
  return (
    <>
      <VoicemailListHead />
      <BoxListBody
        list={list}
        label="Voicemails"
        selectedId={selectedId}
        onOpen={onOpen}
        renderRow={renderRow}
        empty={
          <EmptyState icon={VoicemailIcon}>
            {boxes.length === 0 ? "You don't have a voicemail box yet." : emptyText(choice)}
          </EmptyState>
        }
      />
    </>
  );
}

const IN_FOLDER = { INBOX: "No voicemails in the inbox.", SAVED: "No saved voicemails." } as const;

const EMPTY = {
  new: "No new voicemails.",
  mine: "No voicemails are assigned to you.",
  unassigned: "Every voicemail with a task is assigned.",
  unresolved: "No voicemail has an open task.",
} as const;

/** Pure. Why there is nothing, which differs with what was looked for. */
function emptyText({ filter, dir }: VoicemailChoice): string {
  if (filter !== "all") return EMPTY[filter];
  return dir === null ? "No voicemails yet." : IN_FOLDER[dir];
}
