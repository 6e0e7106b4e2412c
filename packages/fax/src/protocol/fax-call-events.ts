/** Why a fax call failed, by the names that `FaxReason` of the contract has for it. */
export type FaxEndReason =
  | "notFax"
  | "dropped"
  | "badLine"
  | "incompatible"
  | "badDocument"
  | "noEngine"
  | "interrupted";

interface CallEnd {
  /** The code and the words of T.30; -1 where the call never came so far. */
  readonly t30Code: number;
  readonly t30Text: string;
  /** Pages that the receiving side has confirmed in this call. */
  readonly pages: number;
  /** Those of them that arrived with rows missing, from 1. */
  readonly damaged: readonly number[];
  /** How the other machine names itself; empty if it does not. */
  readonly station: string;
  /** Bits a second of the last page; 0 where there was none. */
  readonly bitRate: number;
  readonly usedEcm: boolean;
  readonly way: "phone" | "t38";
  /** A page that was sent to its end and never confirmed: it may have arrived. From 1, as the document counts. */
  readonly unanswered?: number;
}

export type FaxCallEnd =
  | (CallEnd & { readonly outcome: "done"; readonly reason?: undefined })
  | (CallEnd & { readonly outcome: "failed"; readonly reason: FaxEndReason });

interface FaxPage {
  /** From 1, as the document counts. */
  readonly page: number;
  /** Pages of the document, where it is sent. */
  readonly total?: number;
  readonly isGood: boolean;
}

export interface FaxCallEvents {
  /** What tells that the far end is a fax machine: it calls (CNG), it answers (CED), or it speaks (preamble). */
  heard: "cng" | "ced" | "preamble";
  /** The receiving side has confirmed this page. */
  page: FaxPage;
  /** Once, and nothing comes after it. */
  ended: FaxCallEnd;
}
