import type { CompanyConfig, FaxCalls, FaxLineConfig, FaxResult } from "@offhook/pbx";
import type {
  FaxJob,
  FaxOutcome,
  FaxProgress,
  FaxTransport,
  RecalledTry,
} from "../../features/faxes/index.ts";

export interface PhoneFaxWayDeps {
  readonly faxes: Pick<FaxCalls, "send">;
  readonly company: (companyId: string) => CompanyConfig | undefined;
  /** Whether the fax library is there. */
  readonly hasLibrary: () => boolean;
  /** The last page of a file that had arrived when the server ended; undefined where it was never sent. */
  readonly lastPage: (file: string) => Promise<number | undefined>;
}

type Line = Pick<FaxJob, "companyId" | "from">;

/** Faxes over the company's own carriers. */
export class PhoneFaxWay implements FaxTransport {
  readonly way = "phone";
  readonly #deps: PhoneFaxWayDeps;

  constructor(deps: PhoneFaxWayDeps) {
    this.#deps = deps;
  }

  canSend(line: Line): boolean {
    const trunks = this.#deps.company(String(line.companyId))?.outbound.trunkIds ?? [];
    return trunks.length > 0 && this.#line(line) !== undefined && this.#deps.hasLibrary();
  }

  async send(job: FaxJob, hear: (progress: FaxProgress) => void, stop: AbortSignal): Promise<FaxOutcome> {
    const line = this.#line(job);
    const { companyId, to, tiffFile: file, firstPage, stationId, headerText } = job;
    if (!line || stop.aborted) return outcomeOf(job, line ? STOPPED : NO_LINE, 0);
    let onItsWay = 0;
    const order = {
      companyId: String(companyId),
      line,
      to: `+${to}`,
      file,
      firstPage,
      stationId,
      headerText,
    };
    const sending = this.#deps.faxes.send(order, ({ page, way }) => {
      onItsWay = Math.min(page, job.pages);
      hear({ page: onItsWay, way });
    });
    const onAbort = (): void => sending.stop();
    stop.addEventListener("abort", onAbort);
    const result = await sending.result;
    stop.removeEventListener("abort", onAbort);
    return outcomeOf(job, result, onItsWay);
  }

  async recall({ tiffFile, firstPage }: FaxJob): Promise<RecalledTry> {
    return { kind: "stopped", pages: (await this.#deps.lastPage(tiffFile)) ?? firstPage - 1 };
  }

  #line({ companyId, from }: Line): FaxLineConfig | undefined {
    const lines = this.#deps.company(String(companyId))?.faxLines ?? [];
    return lines.find(({ number }) => number === `+${from}`);
  }
}

function outcomeOf(job: FaxJob, result: FaxResult, onItsWay: number): FaxOutcome {
  const told = { ...result, pages: job.firstPage - 1 + result.pages };
  // The library ends a file at a page that it cannot read, as if that were all of it.
  if (told.kind === "delivered")
    return told.pages < job.pages ? { ...told, kind: "failed", reason: "badDocument" } : told;
  if (told.reason !== "canceled" && told.reason !== "interrupted") return told;
  // Stopped, or the fax process has died: nobody can tell whether a last page has arrived whose confirmation we did not wait for.
  const isInDoubt = onItsWay === job.pages && told.pages < job.pages;
  return { ...told, reason: isInDoubt ? "interrupted" : "dropped" };
}

const UNSENT = { kind: "failed", pages: 0, station: "", way: "phone" } as const;
const STOPPED: FaxResult = { ...UNSENT, reason: "canceled", detail: "Stopped before the call" };
const NO_LINE: FaxResult = { ...UNSENT, reason: "noCarrier", detail: "This fax line no longer exists" };
