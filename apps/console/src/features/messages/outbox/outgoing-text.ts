/** A file that goes with a text, as it travels: base64 without the prefix of a data address. */
export interface OutgoingFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly value: string;
}

export type OutgoingState =
  /** It is being sent, or will be as soon as it can: what is drawn is the same, so nothing is drawn anew between. */
  | { readonly name: "waiting" }
  /** The service said no; the user decides what becomes of it. */
  | { readonly name: "refused"; readonly reason: string };

/** What the user sent with one press of Enter. */
export interface OutgoingText {
  /** Made here, so that a repeated request has no second effect. */
  readonly mId: string;
  /** Sorts by the order of sending, also between tabs. */
  readonly key: string;
  readonly smsLine: string;
  readonly receiver: string;
  readonly text: string;
  readonly files: readonly OutgoingFile[];
  readonly createdAt: number;
  readonly state: OutgoingState;
  /** How often the service failed at it, apart from being out of reach. */
  readonly failures: number;
}

export type ComposedText = Pick<OutgoingText, "smsLine" | "receiver" | "text" | "files">;

const TIME_DIGITS = 15;
const COUNT_DIGITS = 6;

/** Keys of one tab rise with `count`; those of several tabs are ordered by the clock. */
export function outgoingKey(at: number, count: number, mId: string): string {
  return `${String(at).padStart(TIME_DIGITS, "0")}-${String(count).padStart(COUNT_DIGITS, "0")}-${mId}`;
}
