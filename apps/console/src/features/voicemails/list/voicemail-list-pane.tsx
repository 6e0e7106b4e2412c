import type { Voicemail } from "@offhook/contract";
import { EmptyState, LoadError } from "@offhook/ui";
import { FixedList } from "@offhook/ui/fixed-list";
import { Voicemail as VoicemailIcon } from "lucide-react";
import { type ReactNode, useCallback, useEffect } from "react";
import { useStore } from "zustand";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { choiceKey } from "../store/voicemail-list.ts";
import type { VoicemailChoice } from "../store/voicemail-rules.ts";
import { useVoicemails } from "../use-voicemails.ts";
import { VoicemailListHead } from "./voicemail-list-head.tsx";
import classes from "./voicemail-list-pane.module.css";
import { VoicemailRow } from "./voicemail-row.tsx";

export interface VoicemailListPaneProps {
  readonly selectedId: string | undefined;
  readonly onOpen: (voicemail: Voicemail) => void;
}

/** The height that the style sheet gives a row. */
const ROW_HEIGHT = 76;
const TICK_MS = 60_000;

/** The messages of the user's boxes, newest first. */
export function VoicemailListPane({ selectedId, onOpen }: VoicemailListPaneProps): ReactNode {
  const { list } = useVoicemails();
  const { vox_boxes: boxes } = useUser();
  const now = useNow(TICK_MS);
  const choice = useStore(list.state, (state) => state.choice);
  const { rows, status } = useStore(list.state, list.shown);
  const showsBox = choice.boxes.length > 1;
  const renderRow = useCallback(
    (voicemail: Voicemail) => <VoicemailRow voicemail={voicemail} now={now} showsBox={showsBox} />,
    [now, showsBox],
  );
  useEffect(() => {
    // A failure shows in the list itself, with a button to try again.
    list.open().catch(() => {});
  }, [list]);
  return (
    <>
      <VoicemailListHead />
      <div className={classes.body}>
        <FixedList
          // Another choice is another list: it begins at its top.
          key={choiceKey(choice)}
          items={rows}
          keyOf={({ id }) => id}
          label="Voicemails"
          rowHeight={ROW_HEIGHT}
          selectedKey={selectedId}
          status={status === "idle" ? "loading" : status}
          onOpen={onOpen}
          onEndReached={() => void list.loadMore().catch(() => {})}
          renderRow={renderRow}
          emptySlot={
            <EmptyState icon={VoicemailIcon}>
              {boxes.length === 0 ? "You don't have a voicemail box yet." : emptyText(choice)}
            </EmptyState>
          }
          errorSlot={
            <LoadError onRetry={() => void list.open().catch(() => {})}>
              Your voicemails could not be loaded.
            </LoadError>
          }
        />
      </div>
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
