import { Skeleton } from "@mantine/core";
import { awaitsReturn, type CallRecordDetails, isMissedCall } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import {
  Detail,
  DetailBack,
  DetailHeader,
  DetailLine,
  DetailSection,
  DetailSkeleton,
} from "@offhook/ui/detail";
import { Link, useRouter } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, Voicemail } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { latePart } from "../../../../platform/rendering/late.tsx";
import { CallerAvatar, useCaller } from "../../../contacts/index.ts";
import { BlockedTag } from "../../../lines/index.ts";
import { useUser } from "../../../session/index.ts";
import { CallNotes } from "../../active/screen/call-notes.tsx";
import { callEntry, outcomeText, returnText } from "../call-entry.ts";
import { CallIcon } from "../call-icon.tsx";
import { isHiddenNumber } from "../caller-text.ts";
import { CallActions } from "./call-actions.tsx";
import classes from "./call-detail.module.css";
import { callFacts, endSentence } from "./call-facts.ts";
import { CallQualityChart } from "./call-quality-chart.tsx";
import { CallRecordings } from "./call-recordings.tsx";
import { EarlierCalls } from "./earlier-calls.tsx";

const CallTask = latePart(() => import("./call-task.tsx"), "CallTask");

export interface CallDetailProps {
  readonly record: CallRecordDetails;
  /** There is more to the call than was loaded. */
  readonly onChanged: () => void;
}

/** Everything about one call that is over. */
export function CallDetail({ record, onChanged }: CallDetailProps): ReactNode {
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
      <CallRecordings record={record} name={caller.name} onChanged={onChanged} />
      <CallQualityChart intervals={record.quality} />
      <DetailSection label="Notes" heading={null}>
        <CallNotes callid={record.callid} />
      </DetailSection>
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
  const isExtension = caller.source === "corporate" && record.number.length < 8;
  const numberText = isExtension ? `Ext. ${record.number}` : number;
  return (
    <DetailHeader avatar={<CallerAvatar caller={caller} name={entry.title} size={64} />} name={entry.title}>
      {entry.title !== number && !isHiddenNumber(record.number) && (
        <DetailLine data-numeric>
          {[numberText, caller.organization === entry.title ? "" : caller.organization]
            .filter(Boolean)
            .join(" · ")}
        </DetailLine>
      )}
      <p className={classes.outcome} data-color={entry.color}>
        <CallIcon entry={entry} size={16} />
        {outcomeText(record, id)}
        <BlockedTag number={record.number} />
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
  const labelOf = (phone: string): string => phones.find(({ name }) => name === phone)?.label || phone;
  const line = labelOf(record.phone);
  const sentence = endSentence(record);
  return (
    <DetailSection label="Details" heading={null}>
      <dl className={classes.facts}>
        {callFacts(record, { timeZone, line, labelOf, ownUserId }).map(({ label, value }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd data-numeric>{value}</dd>
          </div>
        ))}
      </dl>
      {sentence !== undefined && <p className={classes.reason}>{sentence}</p>}
    </DetailSection>
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
