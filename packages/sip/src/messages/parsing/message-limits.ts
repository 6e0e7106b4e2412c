/** What a peer may make us hold or walk through for one message. */
export interface MessageLimits {
  readonly maxBytes: number;
  readonly maxHeadBytes: number;
  readonly maxHeaders: number;
  readonly maxLineBytes: number;
}

export const DEFAULT_LIMITS: MessageLimits = {
  maxBytes: 65_535,
  maxHeadBytes: 32_768,
  maxHeaders: 128,
  maxLineBytes: 8_192,
};
