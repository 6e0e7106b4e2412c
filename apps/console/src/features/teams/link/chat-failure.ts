const NOT_CONNECTED = "Websocket is not connected";

/** The chat service refused something, or could not be asked at all. */
export class ChatFailure extends Error {
  /** The code of the answer; 0 when there was none. */
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.name = "ChatFailure";
    this.code = code;
  }

  /** Whether the service has done it cannot be told: ask it before trying again. */
  get isUnsure(): boolean {
    return this.code === 0 || this.code >= 500;
  }
}

export const notConnected = (): ChatFailure => new ChatFailure(0, NOT_CONNECTED);
export const noAnswer = (): ChatFailure => new ChatFailure(0, "The chat service did not answer");
export const tooLarge = (): ChatFailure =>
  new ChatFailure(413, "Message is larger than limits defined by server");
