export type OutgoingState =
  /** It is being sent, or will be as soon as it can: what is drawn is the same, so nothing is drawn anew between. */
  | { readonly name: "waiting" }
  /** The service said no; the user decides what becomes of it. */
  | { readonly name: "refused"; readonly reason: string };

/** What an outbox knows of everything that passes through it. */
export interface OutgoingFields {
  /** Made here, so that the service knows a repeated request. */
  readonly id: string;
  /** Its name on the device. Sorts by the order of sending, also between tabs. */
  readonly key: string;
  readonly createdAt: number;
  readonly state: OutgoingState;
  /** How often the service failed at it, apart from being out of reach. */
  readonly failures: number;
  /** After a fault of the service: not before this time, whichever tab sends. */
  readonly retryAt?: number | undefined;
}

/** What the user sent with one press of Enter. */
export type Outgoing<Content> = Content & OutgoingFields;

const TIME_DIGITS = 15;
const COUNT_DIGITS = 6;

/** Keys of one tab rise with `count`; those of several tabs are ordered by the clock. */
export function outgoingKey(at: number, count: number, id: string): string {
  return `${String(at).padStart(TIME_DIGITS, "0")}-${String(count).padStart(COUNT_DIGITS, "0")}-${id}`;
}

/** The time counts first: entries that older versions have left have keys of another kind. */
export function inOrder(one: OutgoingFields, other: OutgoingFields): number {
  return one.createdAt - other.createdAt || (one.key < other.key ? -1 : 1);
}
