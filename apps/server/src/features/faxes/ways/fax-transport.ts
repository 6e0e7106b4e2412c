import type { FaxReason, FaxResolution, FaxTry } from "@offhook/contract";

/** One try to send a fax. */
export interface FaxJob {
  readonly faxId: string;
  /** From 1. Together with the fax's id it names this try: an order given twice under the same name is one order. */
  readonly tryNumber: number;
  readonly companyId: number;
  /** The number of the line it is sent from. */
  readonly from: string;
  /** Digits with the country code. */
  readonly to: string;
  /** How our machine names itself. */
  readonly stationId: string;
  /** Stands at the head of each page. */
  readonly headerText: string;
  /** A local file with all pages. Its name is the same for the same try after a restart; what lies beside it under a longer name is removed with it. */
  readonly tiffFile: string;
  readonly pages: number;
  /** From 1: those before it have arrived with an earlier try. */
  readonly firstPage: number;
  readonly resolution: FaxResolution;
}

export interface FaxProgress {
  /** The page that is on its way, from 1 and of the whole fax; told before it can have arrived. */
  readonly page: number;
  readonly station?: string;
  /** Once it is known that the call speaks T.38. */
  readonly way?: FaxTry["way"];
}

interface Told {
  /** Pages of the fax that are known to have arrived, with those of earlier tries. */
  readonly pages: number;
  readonly station: string;
  /** What T.30, SIP or the provider said. */
  readonly detail: string;
  readonly way: FaxTry["way"];
}
export type FaxOutcome =
  | ({ readonly kind: "delivered" } & Told)
  | ({ readonly kind: "failed"; readonly reason: FaxReason } & Told);

/** What is known of a try that ran when the server ended. */
export type RecalledTry =
  /** It goes on without us: `send` with the same job takes it up again. */
  | { readonly kind: "goesOn" }
  /** It ended with us, after so many pages of the whole fax. */
  | { readonly kind: "stopped"; readonly pages: number };

/** A way out for faxes. */
export interface FaxTransport {
  readonly way: "phone" | "provider";
  /** Whether it can take faxes of this line at all: a carrier, a library, an account is there. */
  canSend(line: Pick<FaxJob, "companyId" | "from">): boolean;
  /**
   * Never rejects for what the other side does. When stopped, it ends soon with what has become of it: `dropped`, or
   * `interrupted` where the last page was on its way and nobody can tell.
   */
  send(job: FaxJob, hear: (progress: FaxProgress) => void, stop: AbortSignal): Promise<FaxOutcome>;
  recall(job: FaxJob): Promise<RecalledTry>;
}

/** The ways out that there are, the best first. */
export class FaxWays {
  readonly #transports: FaxTransport[] = [];
  #isClosed: (companyId: number, dialed: string) => boolean = () => false;

  /** For the parts that are made after the feature; before it starts. */
  add(transport: FaxTransport): void {
    this.#transports.push(transport);
    this.#transports.sort((one, other) => ORDER.indexOf(one.way) - ORDER.indexOf(other.way));
  }

  /** Which numbers a company calls by no way: what its dial plan says. */
  closeTo(isClosed: (companyId: number, dialed: string) => boolean): void {
    this.#isClosed = isClosed;
  }

  isClosed(companyId: number, dialed: string): boolean {
    return this.#isClosed(companyId, dialed);
  }

  find(line: Pick<FaxJob, "companyId" | "from">): FaxTransport | undefined {
    return this.#transports.find((transport) => transport.canSend(line));
  }

  /** The one that carried a try. */
  of(way: string): FaxTransport | undefined {
    const kind = way === "t38" ? "phone" : way;
    return this.#transports.find((transport) => transport.way === kind);
  }
}

const ORDER: readonly FaxTransport["way"][] = ["phone", "provider"];
