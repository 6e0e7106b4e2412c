import { Avatar } from "@offhook/ui";
import { Mic, MicOff, PhoneOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Talk } from "../../phone/calls/active-call.ts";
import { usePhone } from "../../phone/phone-context.ts";
import { CallButton } from "../call-button.tsx";
import { CallClock } from "../call-clock.tsx";
import { useCallParty } from "../call-party.ts";
import { useAttempt } from "../use-attempt.ts";
import classes from "./conference-list.module.css";

/** The parties of the conference; each can be muted for all, or dropped, alone. */
export function ConferenceList({ calls }: { readonly calls: readonly Talk[] }): ReactNode {
  return (
    <section className={classes.conference} aria-label="People in the conference">
      <h3 className={classes.heading}>{calls.length} participants</h3>
      <ul className={classes.list}>
        {calls.map((call) => (
          <Party key={call.id} call={call} />
        ))}
      </ul>
    </section>
  );
}

function Party({ call }: { readonly call: Talk }): ReactNode {
  const party = useCallParty(call);
  const phone = usePhone();
  const attempt = useAttempt();
  // Shown as asked for until the phone system says so, to this tab and all others.
  const [wanted, setWanted] = useState<boolean>();
  if (wanted === call.isPartyMuted) setWanted(undefined);
  const isMuted = wanted ?? call.isPartyMuted;
  const mute = async (isOn: boolean): Promise<void> => {
    setWanted(isOn);
    if (!(await attempt(() => phone.setPartyMuted(call.id, isOn)))) setWanted(undefined);
  };
  return (
    <li className={classes.party}>
      <Avatar name={party.name} photo={party.photo} seed={party.seed} size={32} isDecorative />
      <span className={classes.text}>
        <span className={classes.name}>{party.name}</span>
        <span className={classes.detail}>{isMuted ? "Muted" : <CallClock since={call.answeredAt} />}</span>
      </span>
      <CallButton
        isCompact
        icon={isMuted ? MicOff : Mic}
        label={isMuted ? `Unmute ${party.name}` : `Mute ${party.name}`}
        isOn={isMuted}
        onClick={() => void mute(!isMuted)}
      />
      <CallButton
        isCompact
        icon={PhoneOff}
        label={`Remove ${party.name}`}
        onClick={() => void attempt(() => phone.hangUp(call.id))}
      />
    </li>
  );
}
