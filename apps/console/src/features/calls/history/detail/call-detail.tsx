import { Skeleton } from "@mantine/core";
import { awaitsReturn, type CallRecordDetails, isMissedCall } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { Avatar } from "@offhook/ui";
import { Detail, DetailBack, DetailHeader, DetailSkeleton } from "@offhook/ui/detail";
import { Link, useRouter } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, Voicemail } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { latePart } from "../../../../platform/rendering/late.tsx";
import { useCaller } from "../../../contacts/index.ts";
import { useUser } from "../../../session/index.ts";
import { CallNotes } from "../../active/screen/call-notes.tsx";
import { callEntry, isHiddenNumber, outcomeText, returnText } from "../call-entry.ts";
import { CallIcon } from "../call-icon.tsx";
import { useIsBlocked } from "../store/history-context.ts";
import { CallActions } from "./call-actions.tsx";
import classes from "./call-detail.module.css";
import { callFacts, endSentence } from "./call-facts.ts";
import { CallQualityChart } from "./call-quality-chart.tsx";
import { CallRecordings } from "./call-recordings.tsx";
import { EarlierCalls } from "./earlier-calls.tsx";

const CallTask = latePart(() => import("./call-task.tsx"), "CallTask");

/** Everything about one call that is over. */
export function CallDetail({ record }: { readonly record: CallRecordDetails }): ReactNode {
  const caller = useCaller(record.number);
  return (
    <Detail label="Call">
      <BackButton />
      <Header record={record} caller={caller} />
      <CallActions record={record} caller={caller} />
      <ReturnState record={record} />
      {isMissedCall(record) && <CallTask callId={record.id} />}
      <VoicemailLink record={record} />
      <Facts record={record} />
      <CallRecordings record={record} />
      <CallQualityChart intervals={record.quality} />
      <section className={classes.section} aria-label="Notes">
        <CallNotes callid={record.callid} />
      </section>
      <EarlierCalls record={record} name={caller.name} />
    </Detail>
  );
}

export function BackButton(): ReactNode {
  const router = useRouter();
  return <DetailBack label="Back to the calls" onBack={() => router.history.push(paths.calls)} />;
}

interface HeaderProps {
  readonly record: CallRecordDetails;
  readonly caller: ReturnType<typeof useCaller>;
}

function Header({ record, caller }: HeaderProps): ReactNode {
  const { id } = useUser();
  const entry = callEntry(record, caller.name, id);
  const number = formatPhone(record.number);
  const isBlocked = useIsBlocked(record.number);
  const isExtension = caller.source === "corporate" && record.number.length < 8;
  const numberText = isExtension ? `Ext. ${record.number}` : number;
  return (
    <DetailHeader
      avatar={
        <Avatar
          name={entry.title}
          photo={caller.photo ?? undefined}
          seed={caller.contactId ?? record.number}
          size={64}
          isDecorative
        />
      }
      name={entry.title}
    >
      {entry.title !== number && !isHiddenNumber(record.number) && (
        <p className={classes.number} data-numeric>
          {[numberText, caller.organization].filter(Boolean).join(" · ")}
        </p>
      )}
      <p className={classes.outcome} data-color={entry.color}>
        <CallIcon entry={entry} size={16} />
        {outcomeText(record, id)}
        {isBlocked && <span className={classes.blocked}>Blocked</span>}
      </p>
    </DetailHeader>
  );
}

/** Missed calls are work: either it is done, and by whom, or it is still to do. */
function ReturnState({ record }: { readonly record: CallRecordDetails }): ReactNode {
  const { id } = useUser();
  const returned = returnText(record, id);
  if (returned !== undefined) {
    return (
      <p className={classes.state} data-tone="done">
        <CircleCheck size={18} aria-hidden="true" />
        {returned}
      </p>
    );
  }
  if (!awaitsReturn(record)) return null;
  return (
    <p className={classes.state} data-tone="open">
      <CircleAlert size={18} aria-hidden="true" />
      Nobody has returned this call yet.
    </p>
  );
}

function VoicemailLink({ record }: { readonly record: CallRecordDetails }): ReactNode {
  const message = record.voicemail_message;
  const { features } = useUser();
  if (!message || !features.voicemail) return null;
  return (
    <Link
      className={classes.voicemail}
      to="/voicemails/{-$mailbox}/{-$file}/$dir"
      params={{ mailbox: message.mailbox, file: message.id, dir: "INBOX" }}
    >
      <Voicemail size={18} aria-hidden="true" />
      Listen to the voicemail
    </Link>
  );
}

function Facts({ record }: { readonly record: CallRecordDetails }): ReactNode {
  const { id: ownUserId, effective_timezone: timeZone, phones } = useUser();
  const line = phones.find(({ name }) => name === record.phone)?.label || record.phone;
  const sentence = endSentence(record);
  return (
    <section className={classes.section} aria-label="Details">
      <dl className={classes.facts}>
        {callFacts(record, { timeZone, line, ownUserId }).map(({ label, value }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd data-numeric>{value}</dd>
          </div>
        ))}
      </dl>
      {sentence !== undefined && <p className={classes.reason}>{sentence}</p>}
    </section>
  );
}

export function CallDetailSkeleton(): ReactNode {
  return (
    <DetailSkeleton avatarSize={64} lines={[130, 90]}>
      <Skeleton height={36} width={320} />
      <Skeleton height={110} radius="md" />
    </DetailSkeleton>
  );
}
