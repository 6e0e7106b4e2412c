import type { CallRecordFilter } from "@offhook/contract";
import type { Client } from "../../../../platform/api/api-client.ts";
import type { DownloadRequest } from "../../../../platform/downloads/downloads.ts";

export interface CallExportOptions {
  readonly filter: CallRecordFilter;
  readonly timezone: string;
  /** Milliseconds; its day stands in the file's name. */
  readonly now: number;
}

// Excel takes a file without it for one of the last century.
const BYTE_ORDER_MARK = "\uFEFF";

/** The history as a file. It is fetched part by part and never held as a whole by the service. */
export function callExport(
  client: Pick<Client, "exportCallRecords">,
  { filter, timezone, now }: CallExportOptions,
): DownloadRequest {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" }).format(now);
  return {
    name: `calls-${filter}-${day}.csv`,
    type: "text/csv",
    source: async (signal) => {
      const encoder = new TextEncoder();
      let before: string | undefined;
      let isFirst = true;
      const load = async (): Promise<Uint8Array<ArrayBuffer>> => {
        const query = { filter, timezone, before };
        const { csv, next } = await client.exportCallRecords({ query }, { signal });
        const part = encoder.encode(isFirst ? BYTE_ORDER_MARK + csv : csv);
        isFirst = false;
        before = next ?? undefined;
        return part;
      };
      // Asked for before there is a response, so that a refusal is a failed download and not a broken file.
      const first = await load();
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => controller.enqueue(first),
        async pull(controller) {
          if (before === undefined) controller.close();
          else controller.enqueue(await load());
        },
      });
      return new Response(body, { headers: { "Content-Type": "text/csv; charset=utf-8" } });
    },
  };
}
