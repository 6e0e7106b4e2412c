import { Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import type { TopicRecord } from "../store/teams-state.ts";
import { asksToWrite, canDecide, isOfferedOwnership } from "./member-rights.ts";
import classes from "./members-button.module.css";

const MembersDialog = latePart(() => import("./members-dialog.tsx"), "MembersDialog");

export interface MembersButtonProps {
  readonly record: TopicRecord;
  readonly className: string;
}

/** Opens who is in a team. A dot says that somebody waits for an answer there. */
export function MembersButton({ record, className }: MembersButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { topic, members } = record;
  const isAsked = isOfferedOwnership(topic) || (canDecide(topic) && [...members.values()].some(asksToWrite));
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={isAsked ? "Members, someone is waiting for your answer" : "Members"}
        title="Members"
        onClick={() => setIsOpen(true)}
      >
        <span className={classes.icon}>
          <Users size={18} aria-hidden="true" />
          {isAsked && <span className={classes.dot} />}
        </span>
      </button>
      {isOpen && <MembersDialog record={record} onClose={() => setIsOpen(false)} />}
    </>
  );
}
