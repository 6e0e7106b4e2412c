/** What a caller can be told instead of an answer. The words are the specification's, space before the mark included. */
export const DECLINE_MESSAGES = [
  "Will call you right back",
  "Can't talk right now. Will call you back later",
  "I'm on the call with another customer",
  "In a meeting now can we talk later ?",
] as const;
