import { Skeleton } from "@mantine/core";
import type { Voicemail, VoicemailDetails } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { Avatar } from "@offhook/ui";
import { Detail, DetailBack, DetailHeader, DetailSkeleton } from "@offhook/ui/detail";
import { clockDuration, timeLabel } from "@offhook/ui/format";
import type { AudioPlayerHandle } from "@offhook/ui/players";
import { Link, useRouter } from "@tanstack/react-router";
import { History } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { CallerActions, isHiddenNumber, useIsBlocked } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { TaskActions } from "../../tasks/index.ts";
import { useBoxName, useVoicemails } from "../use-voicemails.ts";
import { VoicemailPlayer } from "../voicemail-player.tsx";
import { voicemailCaller } from "../voicemail-words.ts";
import { Transcript } from "./transcript.tsx";
import { VoicemailActions } from "./voicemail-actions.tsx";
import classes from "./voicemail-detail.module.css";

export interface VoicemailDetailProps {
  readonly voicemail: VoicemailDetails;
  /** False while only what the list knows is there. */
  readonly isWhole: boolean;
}

const TICK_MS = 60_000;

/** One message: who called, what was said, and what is to be done about it. */
export function VoicemailDetail({ voicemail, isWhole }: VoicemailDetailProps): ReactNode {
  const caller = useCaller(voicemail.callerId);
  const router = useRouter();
  const isHidden = isHiddenNumber(voicemail.callerId);
  return (
    <Detail label="Voicemail">
      <DetailBack label="Back to the voicemails" onBack={() => router.history.push(paths.voicemails)} />
      <Header voicemail={voicemail} caller={caller} />
      {!isHidden && (
        <CallerActions
          number={voicemail.callerId}
          name={voicemail.callername}
          caller={caller}
          callText="Call back"
        />
      )}
      <TaskOf voicemail={voicemail} />
      <Message voicemail={voicemail} isWhole={isWhole} />
      <Readers voicemail={voicemail} />
      {voicemail.callid !== "" && (
        <Link className={classes.call} to="/calls/$id" params={{ id: voicemail.callid }}>
          <History size={16} aria-hidden="true" />
          Open the call
        </Link>
      )}
    </Detail>
  );
}

interface HeaderProps {
  readonly voicemail: VoicemailDetails;
  readonly caller: ReturnType<typeof useCaller>;
}

function Header({ voicemail, caller }: HeaderProps): ReactNode {
  const { callerId, mailbox, time, duration } = voicemail;
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const box = useBoxName(mailbox);
  const isBlocked = useIsBlocked(callerId);
  const name = voicemailCaller(voicemail, caller.name);
  const number = formatPhone(callerId);
  return (
    <DetailHeader
      avatar={
        <Avatar
          name={name}
          photo={caller.photo ?? undefined}
          seed={caller.contactId ?? callerId}
          size={64}
          isDecorative
        />
      }
      name={name}
      aside={<VoicemailActions voicemail={voicemail} />}
    >
      {name !== number && !isHiddenNumber(callerId) && (
        <p className={classes.line} data-numeric>
          {[number, caller.organization].filter(Boolean).join(" · ")}
        </p>
      )}
      <p className={classes.line}>
        {[timeLabel({ at: time * 1000, now, timeZone }), clockDuration(duration), box].join(" · ")}
        {isBlocked && <span className={classes.blocked}>Blocked</span>}
      </p>
    </DetailHeader>
  );
}

/** Exactly as on a conversation. */
function TaskOf({ voicemail }: { readonly voicemail: Voicemail }): ReactNode {
  const [task = null] = voicemail.tasks;
  return <TaskActions source={{ source: "voicemail", source_id: voicemail.id }} task={task} />;
}

/** The sound, and the words of it. */
function Message({ voicemail, isWhole }: VoicemailDetailProps): ReactNode {
  const { sentences, peaks, cut_off: isCutOff } = voicemail;
  const { positions } = useVoicemails();
  const player = useRef<AudioPlayerHandle>(null);
  const spokenAt = (seconds: number): number =>
    sentences.findIndex(({ start, end }) => seconds >= start && seconds < end);
  const [spoken, setSpoken] = useState(() => spokenAt(positions.get(voicemail.id) ?? -1));
  return (
    <>
      <VoicemailPlayer
        ref={player}
        voicemail={voicemail}
        peaks={isWhole ? peaks : undefined}
        sentences={sentences}
        onPosition={(seconds) => setSpoken(spokenAt(seconds))}
      />
      {isCutOff && (
        <p className={classes.note}>The connection was lost: the end of the message is missing.</p>
      )}
      <Transcript
        voicemail={voicemail}
        spoken={spoken}
        onPlay={(sentence) => player.current?.playFrom(sentence.start)}
      />
    </>
  );
}

function Readers({ voicemail }: { readonly voicemail: VoicemailDetails }): ReactNode {
  const { id: userId, effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  if (voicemail.readers.length === 0) return null;
  return (
    <section className={classes.section} aria-label="Read by">
      <h3 className={classes.heading}>Read by</h3>
      <ul className={classes.readers}>
        {voicemail.readers.map(({ user_id, name, at }) => (
          <li key={user_id}>
            <span>{user_id === userId ? "You" : name}</span>
            <time>{timeLabel({ at: at * 1000, now, timeZone })}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function VoicemailDetailSkeleton(): ReactNode {
  return (
    <DetailSkeleton avatarSize={64} lines={[130, 190]}>
      <Skeleton height={36} width={320} />
      <Skeleton height={70} radius="md" />
      <Skeleton height={110} radius="md" />
    </DetailSkeleton>
  );
}
