import { ActionIcon } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { useRouter } from "@tanstack/react-router";
import { ArrowLeft, Phone } from "lucide-react";
import { memo, type ReactNode } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { CallerAvatar, useCaller } from "../../../contacts/index.ts";
import { useUser } from "../../../session/index.ts";
import type { Thread } from "../../store/thread.ts";
import { useLineName, useViewers } from "../../use-text-messages.ts";
import classes from "../thread-page.module.css";
import { ThreadMenu } from "./thread-menu.tsx";
import { ViewersLine } from "./viewers-line.tsx";

export interface ThreadHeaderProps {
  readonly thread: Thread;
  /** In a window of its own there is no list to go back to. */
  readonly isWindow: boolean;
  /** What the tasks feature adds. */
  readonly children?: ReactNode;
}

/** The other person, colleagues in the thread, and what can be done with the whole conversation. */
export function ThreadHeader({ thread, isWindow, children }: ThreadHeaderProps): ReactNode {
  const { sms_line: line, conversation: number } = thread.address;
  const { features } = useUser();
  const caller = useCaller(number);
  const lineName = useLineName(line);
  const name = caller.name ?? formatPhone(number);
  const detail = caller.name === null ? `via ${lineName}` : `${formatPhone(number)} · via ${lineName}`;
  return (
    <header className={classes.header}>
      {!isWindow && <Back />}
      <CallerAvatar caller={caller} name={name} size={36} />
      <div className={classes.who}>
        <h2 className={classes.name}>{name}</h2>
        <div className={classes.detail} aria-live="polite">
          <ViewersOr thread={thread}>{detail}</ViewersOr>
        </div>
      </div>
      <div className={classes.tasks}>{children}</div>
      {features.calls && (
        <ActionIcon component="a" href={`tel:${number}`} aria-label={`Call ${name}`} title="Call">
          <Phone size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      <ThreadMenu key={`${line}/${number}`} thread={thread} isWindow={isWindow} />
    </header>
  );
}

/** The same in every thread. */
const Back = memo(function BackButton(): ReactNode {
  const router = useRouter();
  return (
    <ActionIcon
      className={classes.back}
      aria-label="Back to the messages"
      title="Back"
      onClick={() => router.history.push(paths.noConversation())}
    >
      <ArrowLeft size={20} aria-hidden="true" />
    </ActionIcon>
  );
});

interface ViewersOrProps {
  readonly thread: Thread;
  readonly children: string;
}

/** Colleagues in the thread; else what is always true. They come and go often, and nothing else changes with them. */
function ViewersOr({ thread, children }: ViewersOrProps): ReactNode {
  const viewers = useViewers(thread.address.sms_line, thread.address.conversation);
  return viewers.length > 0 ? <ViewersLine viewers={viewers} /> : children;
}
