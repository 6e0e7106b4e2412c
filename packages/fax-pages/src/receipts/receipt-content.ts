/** What the receipt of a fax says; times are in words of the reader's time zone. */
export interface ReceiptContent {
  readonly isDelivered: boolean;
  /** Why it failed, in plain words; empty where it did not. */
  readonly reason: string;
  readonly company: string;
  readonly from: { readonly name: string; readonly number: string };
  readonly to: { readonly name: string; readonly number: string };
  readonly subject: string;
  /** How the other machine names itself. */
  readonly station: string;
  readonly pages: number;
  readonly pagesSent: number;
  readonly resolution: "normal" | "fine";
  readonly submitted: string;
  readonly ended: string;
  readonly tries: readonly ReceiptTry[];
  /** A picture of the first page (PNG); undefined where it could not be drawn. */
  readonly firstPagePng: Uint8Array | undefined;
}

interface ReceiptTry {
  readonly number: number;
  readonly started: string;
  readonly ended: string;
  /** How it went, in words. */
  readonly outcome: string;
}
