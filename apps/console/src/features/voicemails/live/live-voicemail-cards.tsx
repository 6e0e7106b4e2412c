import { Portal, VisuallyHidden } from "@mantine/core";
import type { LiveVoicemail } from "@offhook/contract";
import { type ReactNode, useCallback, useEffect } from "react";
import { useStore } from "zustand";
import { type Path, paths } from "../../../platform/navigation/paths.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { useSettings } from "../../settings/index.ts";
import { shownBoxes } from "../store/shown-boxes.ts";
import { useVoicemails } from "../use-voicemails.ts";
import { voicemailCaller } from "../voicemail-words.ts";
import { LiveVoicemailCard } from "./live-voicemail-card.tsx";
import classes from "./live-voicemail-cards.module.css";
import { headline, isWorthACard } from "./live-words.ts";
import { type PickingUp, usePickUp } from "./use-pick-up.ts";

export interface LiveVoicemailCardsProps {
  readonly onGo: (path: Path) => void;
}

/** Everybody who is leaving a message in a box of the user, on every screen, across from where calls ring. */
export function LiveVoicemailCards({ onGo }: LiveVoicemailCardsProps): ReactNode {
  const { live } = useVoicemails();
  const user = useUser();
  const settings = useSettings((all) => all);
  // Here and not in the card: it goes when the message is picked up, before the phone rings.
  const picking = usePickUp((id) => onGo(paths.activeCall(id, { incoming: true })));
  useEffect(() => void live.load().catch(() => {}), [live]);
  const boxes = shownBoxes(user, settings);
  const cards = useStore(live.state).filter(
    (card) => boxes.includes(card.mailbox) && isWorthACard(card, user.id),
  );
  const newest = cards.at(-1);
  return (
    <>
      {/* There before its words are: what comes together with them is not always read out. */}
      <VisuallyHidden role="status">{newest && <Headline live={newest} />}</VisuallyHidden>
      {cards.length > 0 && (
        <Portal>
          <div className={classes.dock} data-calls={settings.incomingPosition}>
            {cards.map((card) => (
              <Card key={card.id} live={card} picking={picking} onGo={onGo} />
            ))}
          </div>
        </Portal>
      )}
    </>
  );
}

interface CardProps {
  readonly live: LiveVoicemail;
  readonly picking: PickingUp;
  readonly onGo: (path: Path) => void;
}

function Card({ live, picking, onGo }: CardProps): ReactNode {
  const { live: cards } = useVoicemails();
  const { id } = live;
  const close = useCallback(() => cards.hide(id), [cards, id]);
  return <LiveVoicemailCard live={live} picking={picking} onClose={close} onGo={onGo} />;
}

function Headline({ live }: { readonly live: LiveVoicemail }): ReactNode {
  const { id } = useUser();
  const { name } = useCaller(live.callerId);
  return headline(live, voicemailCaller(live, name), id);
}
