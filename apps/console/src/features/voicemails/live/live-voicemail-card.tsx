import { CloseButton } from "@mantine/core";
import type { LiveVoicemail } from "@offhook/contract";
import { Pulse } from "@offhook/ui";
import { Ear, EarOff, Phone, Voicemail } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type Path, paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { CallButton } from "../../calls/index.ts";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { voicemailCaller } from "../voicemail-words.ts";
import classes from "./live-voicemail-card.module.css";
import { headline } from "./live-words.ts";
import { useLiveEar } from "./use-live-ear.ts";
import type { PickingUp } from "./use-pick-up.ts";

export interface LiveVoicemailCardProps {
  readonly live: LiveVoicemail;
  readonly picking: PickingUp;
  readonly onClose: () => void;
  readonly onGo: (path: Path) => void;
}

/** What is over stays for a moment: the way to the message, or who has picked up. */
const STAYS_MS = 12_000;

/** Somebody who is leaving a message: what they say, and the ways to hear and to talk to them. */
export function LiveVoicemailCard({ live, picking, onClose, onGo }: LiveVoicemailCardProps): ReactNode {
  const { clock } = usePlatform().browser;
  const { vox_boxes: boxes, id: userId } = useUser();
  const caller = useCaller(live.callerId);
  const name = voicemailCaller(live, caller.name);
  const isSpeaking = live.state === "speaking";
  useEffect(() => (isSpeaking ? undefined : clock.schedule(STAYS_MS, onClose)), [clock, isSpeaking, onClose]);
  const title = headline(live, name, userId);
  return (
    <section className={classes.card} aria-label={title} data-state={live.state}>
      <header className={classes.caller}>
        <Pulse tone={isSpeaking ? "voicemail" : undefined}>
          <CallerAvatar caller={caller} name={name} size={40} />
        </Pulse>
        <div className={classes.who}>
          <h2 className={classes.name}>{title}</h2>
          {boxes.length > 1 && <p className={classes.box}>{live.name}</p>}
        </div>
        <CloseButton aria-label={`Hide the message of ${name}`} onClick={onClose} />
      </header>
      {isSpeaking && <Words live={live} name={name} />}
      {isSpeaking && <Acts id={live.id} picking={picking} />}
      {live.state === "over" && live.kept && (
        <div className={classes.acts}>
          <CallButton
            icon={Voicemail}
            label="Open"
            tone="primary"
            onClick={() => {
              onGo(paths.voicemail({ mailbox: live.mailbox, id: live.id, dir: "INBOX" }));
              onClose();
            }}
          />
        </div>
      )}
    </section>
  );
}

type Speaking = Extract<LiveVoicemail, { state: "speaking" }>;

/** Whole sentences are read out; the one that still changes is for the eye alone. */
function Words({ live, name }: { readonly live: Speaking; readonly name: string }): ReactNode {
  const { sentences, unfinished, readable } = live;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new stands at the end.
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [sentences.length, unfinished]);
  if (!readable) return <p className={classes.hint}>You can read the words once the message is there.</p>;
  return (
    <div className={classes.words} ref={box}>
      <div role="log" aria-label={`What ${name} says`}>
        {sentences.map(({ text, start }) => (
          <p key={start} className={classes.sentence}>
            {text}
          </p>
        ))}
      </div>
      {unfinished !== "" && (
        <p className={classes.unfinished} aria-hidden="true">
          {unfinished}
        </p>
      )}
      {unfinished === "" && sentences.length === 0 && <p className={classes.hint}>Listening…</p>}
    </div>
  );
}

function Acts({ id, picking }: { readonly id: string; readonly picking: PickingUp }): ReactNode {
  const { features } = useUser();
  const ear = useLiveEar(id);
  return (
    <div className={classes.acts}>
      <CallButton
        icon={ear.isOn ? EarOff : Ear}
        label={ear.isOn ? "Stop listening" : "Listen in"}
        isOn={ear.isOn}
        onClick={ear.toggle}
      />
      {features.calls && (
        <CallButton
          icon={Phone}
          label="Pick up"
          tone="answer"
          isDisabled={picking.isUnderWay}
          onClick={() => void picking.pickUp(id)}
        />
      )}
    </div>
  );
}
