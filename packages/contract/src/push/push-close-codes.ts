/** Close codes of the push websocket; the console maps them to the spec's connection states. */
export const PUSH_CLOSE = {
  helloTimeout: 4408,
  badFrame: 4400,
  accessDenied: 4401,
  /** Too many frames, or too many connections of one user: wait before trying again. */
  tooMany: 4429,
  sessionEnded: 4433,
  serverStopping: 1012,
  /** Something the server needs is not there at the moment. */
  tryAgainLater: 1013,
} as const;
