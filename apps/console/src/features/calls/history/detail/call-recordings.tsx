import type { CallRecordDetails } from "@offhook/contract";
import { AudioPlayer } from "@offhook/ui/players";
import { type ReactNode, useState } from "react";
import { useQuery } from "../../../../platform/api/queries.ts";
import { useDownloads } from "../../../../platform/downloads/downloads-context.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { useSettings } from "../../../settings/index.ts";
import classes from "./call-detail.module.css";

/** Addresses of files live for an hour or two. */
const ADDRESS_FRESH_MS = 50 * 60_000;

export function CallRecordings({ record }: { readonly record: CallRecordDetails }): ReactNode {
  const [rate, setRate] = useState(1);
  if (record.recordings.length === 0) return null;
  return (
    <section className={classes.section} aria-label="Recording">
      <h3 className={classes.heading}>{record.recordings.length === 1 ? "Recording" : "Recordings"}</h3>
      {record.recordings.map((recording, index) => (
        <OneRecording
          key={recording.id}
          recording={recording}
          label={record.recordings.length === 1 ? "Recording" : `Recording ${index + 1}`}
          fileName={fileNameOf(record, index)}
          rate={rate}
          onRateChange={setRate}
        />
      ))}
    </section>
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
}

function OneRecording({ recording, label, fileName, rate, onRateChange }: OneRecordingProps): ReactNode {
  const { client } = usePlatform();
  const downloads = useDownloads();
  const sinkId = useSettings((settings) => settings.audioOutput?.browserId);
  const { data, refetch } = useQuery({
    queryKey: ["call-recording", recording.id],
    queryFn: () => client.getCallRecording({ query: { id: recording.id } }),
    staleTime: ADDRESS_FRESH_MS,
    refetchOnWindowFocus: false,
  });
  return (
    <AudioPlayer
      label={label}
      url={data?.url}
      duration={recording.duration}
      rate={rate}
      onRateChange={onRateChange}
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
  );
}
