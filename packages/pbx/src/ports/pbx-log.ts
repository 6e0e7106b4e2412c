/** Info: one line for each change of a life cycle. Warn: somebody should look. Never secrets, never whole messages. */
export interface PbxLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
