import { PendingFiles, SendFailure } from "@offhook/ui/conversation";
import { clockTime } from "@offhook/ui/format";
import { LinkedText } from "@offhook/ui/text";
import { Clock3, CloudOff } from "lucide-react";
import type { ReactNode } from "react";

import { useIsNetworkUp } from "../../../../platform/network/use-network-up.ts";
import { useUser } from "../../../session/index.ts";
import type { OutgoingText } from "../../outbox/outgoing-text.ts";
import { useTextMessages } from "../../use-text-messages.ts";
import deliveryClasses from "./delivery-line.module.css";
import classes from "./message-bubble.module.css";

/** A text that the service has not acknowledged yet. */
export function OutgoingBubble({ outgoing }: { readonly outgoing: OutgoingText }): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const { text, files, createdAt } = outgoing;
  return (
    <article className={classes.row} data-side="out" data-first aria-label="Sent by you">
      <div className={classes.line}>
        <div className={classes.bubble} data-state={outgoing.state.name}>
          <PendingFiles files={files.map((file, index) => ({ ...file, id: `${index}` }))} />
          {text !== "" && <LinkedText text={text} />}
        </div>
      </div>
      <footer className={classes.foot}>
        <time>{clockTime(createdAt, timeZone)}</time>
        <OutgoingState outgoing={outgoing} />
      </footer>
    </article>
  );
}

function OutgoingState({ outgoing }: { readonly outgoing: OutgoingText }): ReactNode {
  const { outbox } = useTextMessages();
  const isNetworkUp = useIsNetworkUp();
  const { state, key } = outgoing;
  if (state.name === "refused") {
    return (
      <SendFailure onRetry={() => void outbox.retry(key)} onDiscard={() => void outbox.discard(key)}>
        <strong>Not sent.</strong> {state.reason}
      </SendFailure>
    );
  }
  const isWaiting = state.name === "waiting" && !isNetworkUp;
  const Icon = isWaiting ? CloudOff : Clock3;
  return (
    <span className={deliveryClasses.state}>
      <Icon size={13} aria-hidden="true" />
      {isWaiting ? "Will send when you're back online" : "Sending"}
    </span>
  );
}
