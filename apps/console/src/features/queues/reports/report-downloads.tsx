import { Button, Group } from "@mantine/core";
import type { QueueReportKind } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { saveByLink } from "../../../platform/downloads/downloads.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import type { Days } from "./report-period.ts";

export interface ReportQuestion extends Days {
  readonly by: QueueReportKind;
  readonly compare: boolean;
  readonly queue?: string;
}

/** The report on screen, as a file. */
export function ReportDownloads({ question }: { readonly question: ReportQuestion }): ReactNode {
  const { client } = usePlatform();
  const { by, from, to } = question;
  const name = `queue-report-by-${by}-${from}-${to}`;
  const saveCsv = async (): Promise<void> => {
    const { csv } = await client.getQueueReport({ query: { ...question, format: "csv" } });
    saveByLink(new Blob([csv ?? ""], { type: "text/csv" }), `${name}.csv`);
  };
  const savePdf = async (): Promise<void> => {
    const { pdf } = await client.getQueueReportPdf({ query: question });
    const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0));
    saveByLink(new Blob([bytes], { type: "application/pdf" }), `${name}.pdf`);
  };
  return (
    <Group gap="xs">
      <DownloadButton label="Download CSV" save={saveCsv} />
      <DownloadButton label="Download PDF" save={savePdf} />
    </Group>
  );
}

interface DownloadButtonProps {
  readonly label: string;
  readonly save: () => Promise<void>;
}

function DownloadButton({ label, save }: DownloadButtonProps): ReactNode {
  const snackbar = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const start = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await save();
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
    setIsBusy(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
}
