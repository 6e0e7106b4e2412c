/** Why a leg or a call came to its end. */
export type HangupCause =
  /** Somebody hung up after an answer. */
  | "hungUp"
  | "busy"
  | "declined"
  | "noAnswer"
  /** No device of the phone is there. */
  | "unreachable"
  /** The caller gave up before an answer. */
  | "cancelled"
  /** Another device or another line answered. */
  | "elsewhere"
  | "doNotDisturb"
  | "blocked"
  | "anonymousRejected"
  | "notFound"
  /** The dial plan, a permission or a limit says no. */
  | "forbidden"
  /** No trunk could take it. */
  | "congestion"
  /** The company has no carrier, so nothing outside can be called. */
  | "noCarrier"
  /** A limit of the line or the company on outside calls. */
  | "limitReached"
  /** The leg's part was done: its call was transferred, parked or taken over by another device. */
  | "replaced"
  /** Gone without a word, and nobody came back in time. */
  | "lost"
  | "failed"
  | "shutdown"
  /** The server was killed while the call was on; written at the next start. */
  | "crashed";
