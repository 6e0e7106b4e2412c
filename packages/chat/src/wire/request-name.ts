/** What a request is answered by: its id, and the topic as the client called it. */
export interface RequestName {
  readonly id?: string | undefined;
  readonly topic?: string | undefined;
}
