import type { SmsConversation } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { UnreadBadge } from "@offhook/ui";
import { dateWords, fullDateTime } from "@offhook/ui/format";
import { EmojiText } from "@offhook/ui/text";
import {
  Ban,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  MessageSquareOff,
  Reply,
  UserRoundCheck,
} from "lucide-react";
import { memo, type ReactNode } from "react";
import { useStore } from "zustand";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { ViewersLine } from "../thread/header/viewers-line.tsx";
import { useLineName, useTextMessages, useViewers } from "../use-text-messages.ts";
import classes from "./conversation-row.module.css";

export interface ConversationRowProps {
  readonly conversation: SmsConversation;
  readonly now: number;
  /** Where the list holds those of several lines. */
  readonly showsLine: boolean;
}

const EMOJI_PX = 14;

/** Drawn once for each state of its conversation: while the list is scrolled, the rows that stay are left alone. */
export const ConversationRow = memo(Row);

function Row({ conversation, now, showsLine }: ConversationRowProps): ReactNode {
  const { id, smsLine, time, unread } = conversation;
  const { effective_timezone: timeZone } = useUser();
  const caller = useCaller(id);
  const name = caller.name ?? formatPhone(id);
  const viewers = useViewers(smsLine, id);
  return (
    <div className={classes.row} data-new={conversation.new || undefined}>
      <CallerAvatar caller={caller} name={name} size={38} />
      <div className={classes.text}>
        <div className={classes.top}>
          <span className={classes.name}>{name}</span>
          <time className={classes.time} title={fullDateTime(time, timeZone)}>
            {dateWords({ at: time, now, timeZone })}
          </time>
        </div>
        <div className={classes.bottom}>
          <Preview conversation={conversation} />
          <Marks conversation={conversation} />
          <UnreadBadge count={unread} label="unread" />
        </div>
        <RowFoot conversation={conversation} showsLine={showsLine}>
          <ViewersLine viewers={viewers} />
        </RowFoot>
      </div>
    </div>
  );
}

function Preview({ conversation }: { readonly conversation: SmsConversation }): ReactNode {
  const { smsLine, id, subtitle, isOutgoing } = conversation;
  const { drafts } = useTextMessages();
  const draft = useStore(drafts.state, (state) => state.get(`${smsLine}/${id}`));
  if (draft !== undefined) {
    return (
      <span className={classes.subtitle}>
        <span className={classes.draft}>Draft:</span> <EmojiText text={draft} size={EMOJI_PX} />
      </span>
    );
  }
  return (
    <span className={classes.subtitle}>
      {isOutgoing && <Reply className={classes.reply} size={13} role="img" aria-label="Sent" />}
      <EmojiText text={subtitle} size={EMOJI_PX} />
    </span>
  );
}

function Marks({ conversation }: { readonly conversation: SmsConversation }): ReactNode {
  const { dlr_status: status, isOutgoing } = conversation;
  const hasFailed = isOutgoing && (status === "failed" || status === "rejected" || status === "expired");
  return (
    <span className={classes.marks}>
      {hasFailed && (
        <CircleAlert className={classes.failed} size={14} role="img" aria-label="Not delivered" />
      )}
      {conversation.isScheduled && <CalendarClock size={14} role="img" aria-label="A message is scheduled" />}
      {conversation.blocked && <Ban size={14} role="img" aria-label="Blocked" />}
      {conversation.optedOut && <MessageSquareOff size={14} role="img" aria-label="Opted out" />}
    </span>
  );
}

interface RowFootProps {
  readonly conversation: SmsConversation;
  readonly showsLine: boolean;
  readonly children: ReactNode;
}

function RowFoot({ conversation, showsLine, children }: RowFootProps): ReactNode {
  const { assignedToName, taskStatus, smsLine } = conversation;
  const line = useLineName(smsLine);
  return (
    <div className={classes.foot}>
      {showsLine && <span className={classes.line}>{line}</span>}
      {taskStatus === "new" && assignedToName !== "" && (
        <span className={classes.mark}>
          <UserRoundCheck size={13} role="img" aria-label="Assigned to" />
          {assignedToName}
        </span>
      )}
      {taskStatus === "done" && (
        <span className={classes.mark}>
          <CircleCheck size={13} aria-hidden="true" />
          Resolved
        </span>
      )}
      {children}
    </div>
  );
}
