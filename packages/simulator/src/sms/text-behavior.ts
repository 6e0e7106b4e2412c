import type { MessageState } from "@offhook/smpp";

/** What happens to a text, and what the person does who gets it. */
export interface TextBehavior {
  /** The carrier does not even take it, and says so with this status of SMPP. */
  readonly refusedWith?: string;
  /** What the carrier reports about it; undefined: nothing ever. */
  readonly receipt?: { readonly state: MessageState; readonly error: string; readonly afterMs: number };
  readonly answer?: { readonly text: string; readonly hasPhoto: boolean; readonly afterMs: number };
}

export interface AddressedText {
  /** Digits with the country code. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const DELIVERED = { state: "DELIVERED", error: "000" } as const;
const DELIVERY_MS = 400;
const SLOW_DELIVERY_MS = 8_000;
const READING_MS = 2_500;
const ANSWERS: readonly string[] = [
  "Yes, that works. Thank you!",
  "Let me check and get back to you.",
  "Not today, sorry. Tomorrow morning would be better.",
  "Yes please 🙏",
  "Could you call me about it? After four is best.",
];

const refused = (status: string): TextBehavior => ({ refusedWith: status });
const lost = (state: MessageState, error: string): TextBehavior => ({
  receipt: { state, error, afterMs: DELIVERY_MS },
});

/** 555-01xx is for fiction. The last of those numbers have troubles of their own, in texts as in calls. */
const TROUBLED: readonly (readonly [ending: string, behavior: TextBehavior])[] = [
  ["5550199", refused("ESME_RINVDSTADR")],
  ["5550198", lost("UNDELIVERABLE", "027")],
  ["5550197", lost("UNDELIVERABLE", "001")],
  ["5550196", lost("REJECTED", "045")],
  ["5550193", { receipt: { ...DELIVERED, afterMs: SLOW_DELIVERY_MS } }],
];

/** Everybody else gets it, and answers who is asked: a question, for a picture, or whether to go on. */
export function usualTextBehavior({ to, text }: AddressedText): TextBehavior {
  const trouble = TROUBLED.find(([ending]) => to.endsWith(ending));
  if (trouble) return trouble[1];
  const answer = answerTo(text);
  return {
    receipt: { ...DELIVERED, afterMs: DELIVERY_MS },
    ...(answer && { answer: { ...answer, afterMs: READING_MS } }),
  };
}

/** What every sender answers to START and HELP by itself: people read it and do nothing. */
const AUTOMATIC = /\bresubscribed\b|\bfor help call\b/i;

function answerTo(text: string): { text: string; hasPhoto: boolean } | undefined {
  if (AUTOMATIC.test(text)) return undefined;
  if (/\breply stop\b/i.test(text)) return { text: "STOP", hasPhoto: false };
  if (/\b(?:photo|picture)\b/i.test(text)) return { text: "Here you are.", hasPhoto: true };
  if (!text.trimEnd().endsWith("?")) return undefined;
  return { text: ANSWERS[text.length % ANSWERS.length] ?? "", hasPhoto: false };
}
