import type { Fax } from "@offhook/contract";
import { EmptyState } from "@offhook/ui";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";
import { BoxListBody, type BoxRowView } from "../../boxes/index.ts";
import { useUser } from "../../session/index.ts";
import type { FaxChoice } from "../store/fax-rules.ts";
import { useFaxes } from "../use-faxes.ts";
import { FaxListHead } from "./fax-list-head.tsx";
import { FaxRow } from "./fax-row.tsx";

const OutgoingFaxes = latePart(() => import("../outbox/outgoing-faxes.tsx"), "OutgoingFaxes");

export interface FaxListPaneProps {
  readonly selectedId: string | undefined;
  readonly onOpen: (fax: Fax) => void;
  readonly onNew: () => void;
}

const renderRow = (fax: Fax, { now, showsBox }: BoxRowView): ReactNode => (
  <FaxRow fax={fax} now={now} showsLine={showsBox} />
);

/** The faxes of the user's lines, newest first. */
export function FaxListPane({ selectedId, onOpen, onNew }: FaxListPaneProps): ReactNode {
  const { list } = useFaxes();
  const { fax_lines: lines } = useUser();
  const isPainted = usePainted();
  const choice = useStore(list.state, (state) => state.choice);
  return (
    <>
      <FaxListHead />
      {isPainted && <OutgoingFaxes />}
      <BoxListBody
        list={list}
        label="Faxes"
        selectedId={selectedId}
        onOpen={onOpen}
        renderRow={renderRow}
        empty={
          lines.length === 0 ? (
            <EmptyState icon={Printer}>You don't have a fax line yet.</EmptyState>
          ) : (
            <EmptyState icon={Printer} action={{ label: "New fax", onClick: onNew }}>
              {emptyText(choice)}
            </EmptyState>
          )
        }
      />
    </>
  );
}

const IN_DIRECTION = { INBOX: "No faxes received yet.", SENT: "No faxes sent yet." } as const;

const EMPTY = {
  failed: "No fax has failed.",
  mine: "No faxes are assigned to you.",
  unassigned: "Every fax with a task is assigned.",
  unresolved: "No fax has an open task.",
} as const;

/** Pure. Why there is nothing, which differs with what was looked for. */
function emptyText({ filter, dir }: FaxChoice): string {
  if (filter !== "all") return EMPTY[filter];
  return dir === null ? "No faxes yet." : IN_DIRECTION[dir];
}
