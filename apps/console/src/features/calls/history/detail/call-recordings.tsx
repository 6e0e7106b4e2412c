import type { CallRecordDetails } from "@offhook/contract";
import { DetailSection } from "@offhook/ui/detail";
import { AudioPlayer, type AudioPlayerHandle, useSpoken } from "@offhook/ui/players";
import { type ReactNode, useRef, useState } from "react";
import { useQuery } from "../../../../platform/api/queries.ts";
import { useDownloads } from "../../../../platform/downloads/downloads-context.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../../platform/push/push-context.tsx";
import { useUser } from "../../../session/index.ts";
import { useSettings } from "../../../settings/index.ts";
import { callerText } from "../caller-text.ts";
import { RecordingTranscript, type RecordingTranscriptProps } from "./call-transcript.tsx";

/** Addresses of files live for an hour or two. */
const ADDRESS_FRESH_MS = 50 * 60_000;

export interface CallRecordingsProps {
  readonly record: CallRecordDetails;
  /** The other party, as the address book knows them. */
  readonly name: string | null;
  /** There is more to the call than was loaded. */
  readonly onChanged: () => void;
}

export function CallRecordings({ record, name, onChanged }: CallRecordingsProps): ReactNode {
  const [rate, setRate] = useState(1);
  const { phones } = useUser();
  const line = phones.find((phone) => phone.name === record.phone);
  const names = { line: line?.label || "You", other: name || callerText(record) };
  usePushEvent("RECORDING_TRANSCRIPT", ({ callid }) => {
    if (callid === record.callid) onChanged();
  });
  if (record.recordings.length === 0) return null;
  return (
    <DetailSection label="Recording" heading={record.recordings.length === 1 ? "Recording" : "Recordings"}>
      {record.recordings.map((recording, index) => (
        <OneRecording
          key={recording.id}
          recording={recording}
          label={record.recordings.length === 1 ? "Recording" : `Recording ${index + 1}`}
          fileName={fileNameOf(record, index)}
          rate={rate}
          onRateChange={setRate}
          names={names}
          onChanged={onChanged}
        />
      ))}
    </DetailSection>
  );
}

/** "call-12125550171-20261115-1442.mp3": says what it is wherever it ends up. */
function fileNameOf({ number, time, recordings }: CallRecordDetails, index: number): string {
  const stamp = new Date(time * 1000).toISOString().replace(/[-:]/g, "").slice(0, 13).replace("T", "-");
  const part = recordings.length === 1 ? "" : `-${index + 1}`;
  return `call-${number.replace(/\D/g, "") || "private"}-${stamp}${part}.mp3`;
}

interface OneRecordingProps {
  readonly recording: CallRecordDetails["recordings"][number];
  readonly label: string;
  readonly fileName: string;
  readonly rate: number;
  readonly onRateChange: (rate: number) => void;
  readonly names: RecordingTranscriptProps["names"];
  readonly onChanged: () => void;
}

function OneRecording(props: OneRecordingProps): ReactNode {
  const { recording, label, fileName, rate, onRateChange, names, onChanged } = props;
  const player = useRef<AudioPlayerHandle>(null);
  const { spoken, onPosition } = useSpoken(recording.transcript.sentences);
  const { client } = usePlatform();
  const downloads = useDownloads();
  const sinkId = useSettings((settings) => settings.audioOutput?.browserId);
  const { data, isError, refetch } = useQuery({
    queryKey: ["call-recording", recording.id],
    queryFn: () => client.getCallRecording({ query: { id: recording.id } }),
    staleTime: ADDRESS_FRESH_MS,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <AudioPlayer
        ref={player}
        onPosition={onPosition}
        label={label}
        url={data?.url}
        duration={recording.duration}
        rate={rate}
        onRateChange={onRateChange}
        error={isError ? "This recording could not be loaded." : undefined}
        onRetry={() => void refetch()}
        sinkId={sinkId}
        onDownload={() =>
          downloads.start({
            name: fileName,
            type: "audio/mpeg",
            source: async (signal) => {
              // A new address: the one of the player may have expired while the page was open.
              const { url } = await client.getCallRecording({ query: { id: recording.id } }, { signal });
              return fetch(url, { signal });
            },
          })
        }
      />
      <RecordingTranscript
        recording={recording}
        names={names}
        spoken={spoken}
        onPlay={(sentence) => player.current?.playFrom(sentence.start)}
        onAsked={onChanged}
      />
    </>
  );
}
