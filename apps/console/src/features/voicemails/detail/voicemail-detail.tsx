import { Skeleton } from "@mantine/core";
import type { Voicemail, VoicemailDetails } from "@offhook/contract";
import { Detail, DetailBack, DetailSkeleton } from "@offhook/ui/detail";
import { clockDuration } from "@offhook/ui/format";
import { type AudioPlayerHandle, useSpoken } from "@offhook/ui/players";
import { Link, useRouter } from "@tanstack/react-router";
import { History } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { CallerHeader, ItemReaders } from "../../boxes/index.ts";
import { CallerActions, isHiddenNumber } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
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
      <ItemReaders readers={voicemail.readers} />
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
  const box = useBoxName(voicemail.mailbox);
  return (
    <CallerHeader
      caller={caller}
      name={voicemailCaller(voicemail, caller.name)}
      time={voicemail.time}
      about={[clockDuration(voicemail.duration), box]}
      actions={<VoicemailActions voicemail={voicemail} />}
    />
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
  const { spoken, onPosition } = useSpoken(sentences, positions.get(voicemail.id));
  return (
    <>
      <VoicemailPlayer
        ref={player}
        voicemail={voicemail}
        peaks={isWhole ? peaks : undefined}
        sentences={sentences}
        onPosition={onPosition}
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

export function VoicemailDetailSkeleton(): ReactNode {
  return (
    <DetailSkeleton avatarSize={64} lines={[130, 190]}>
      <Skeleton height={36} width={320} />
      <Skeleton height={70} radius="md" />
      <Skeleton height={110} radius="md" />
    </DetailSkeleton>
  );
}
