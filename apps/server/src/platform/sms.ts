export interface TextMessage {
  readonly to: string;
  readonly text: string;
}

/** Hands a text message of the system itself, such as a sign-in code, to a carrier. It throws when that fails. */
export interface SmsSender {
  send(id: string, message: TextMessage): Promise<void>;
}
