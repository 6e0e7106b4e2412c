/** A file of a text, in the object store. */
export interface CarrierMedia {
  readonly key: string;
  readonly type: string;
  readonly name: string;
  readonly size: number;
}

/** Numbers are digits with the country code, without '+'. */
export interface OutgoingText {
  /** Ours. A submit that may have been lost is repeated with the same id, and must reach the person once. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly media: readonly CarrierMedia[];
}

export interface IncomingText {
  /** The carrier's; a repeat of it has no second effect. */
  readonly carrierId: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Already in the object store. Those of a text that is not kept are deleted there. */
  readonly media: readonly CarrierMedia[];
  /** Unix milliseconds. */
  readonly at: number;
}

export type ReceiptState = "sent" | "delivered" | "failed" | "rejected" | "expired";

/** Found by the carrier's id of the text, or by ours where the carrier repeats it. */
export type TextReceipt = {
  readonly state: ReceiptState;
  /** The carrier's code, or one of `CARRIER_REASONS`; empty where there is none. */
  readonly code: string;
  readonly at: number;
} & ({ readonly carrierId: string } | { readonly id: string });

export type SubmitResult =
  | { readonly carrierIds: readonly string[] }
  /** It will never take it: `code` is explained to the user, `reason` is for the log. */
  | { readonly refused: string; readonly reason: string };

export interface CarrierEvents {
  /** Resolves once the text would survive a crash: acknowledge it to the carrier only then. */
  received(text: IncomingText): Promise<void>;
  /** The same. False: nobody knows the text, or nobody knows yet that the carrier has it; let it be told again. */
  receipt(receipt: TextReceipt): Promise<boolean>;
}

interface CarrierLimits {
  /** Of all files of a text together; 0 where it takes none. */
  readonly maxMediaBytes: number;
  readonly mediaTypes: readonly string[];
}

/** Somebody who carries texts to phones. */
export interface TextCarrier {
  readonly name: string;
  readonly limits: CarrierLimits;
  /** Throws when it cannot be told whether the carrier has it: the text is handed over again later. */
  submit(text: OutgoingText): Promise<SubmitResult>;
  start(events: CarrierEvents): void;
  close(): Promise<void>;
}

/** What an incoming text that is a command (STOP, START, HELP and their kin) does. */
export interface KeywordVerdict {
  readonly effect: "optOut" | "optIn" | "help";
  /** The word as it is shown: `STOP`. */
  readonly word: string;
  /** Sent once, also to somebody who has just opted out. */
  readonly reply: string;
}

export interface KeywordRules {
  /** Undefined: an ordinary text. */
  judge(body: string, line: { readonly name: string; readonly number: string }): KeywordVerdict | undefined;
}
