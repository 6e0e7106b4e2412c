import type { ActiveCall, CallQuality } from "../phone/phone.ts";

/** What the far end hears while an outgoing call rings there. */
const RINGING = 180;

/** What a call is doing, in words; undefined while it is simply talked on and the clock says it all. */
export function callStatusText(call: ActiveCall): string | undefined {
  if (call.phase === "ended") return call.endReason ?? "Call ended";
  if (call.place === "moving") return "Bringing the call here…";
  if (call.phase === "ringing") return call.doorbell ? "Somebody is at the door" : "Incoming call";
  if (call.phase === "calling") return call.callsc === RINGING ? "Ringing…" : "Calling…";
  if (call.hold) return "On Hold";
  return call.place === "elsewhere" ? "On a call on another tab" : undefined;
}

/** The way a call came. */
export function viaWords({ kind, name }: NonNullable<ActiveCall["via"]>): string {
  return kind === "queue" ? `Through the queue ${name}` : `Through ${name}`;
}

/** Pauses are only worth a word while there is something behind them. */
export function pendingDigitsText({ extensions, isDialingExtension }: ActiveCall): string | undefined {
  const digits = extensions.replace(/[^\d*#]/g, "");
  if (digits === "") return undefined;
  return isDialingExtension ? `Dialing ${digits}…` : `Dials ${digits} after the answer`;
}

export interface QualityWords {
  readonly tone: "good" | "fair" | "poor";
  /** One word for the line under the name. */
  readonly word: string;
  readonly cause: string;
  readonly advice: string;
}

const FAIR_MOS = 4;
const POOR_MOS = 3.3;

/** Pure. What the measured numbers mean for the ear, and what helps. */
export function qualityWords(quality: CallQuality): QualityWords {
  const tone = quality.mos >= FAIR_MOS ? "good" : quality.mos >= POOR_MOS ? "fair" : "poor";
  const word = { good: "Good", fair: "Fair", poor: "Poor" }[tone];
  switch (quality.cause) {
    case "good":
      return { tone, word, cause: "clear in both directions", advice: "" };
    case "loss":
      return {
        tone,
        word,
        cause: `${oneDecimal(quality.lossPercent)} % of the sound gets lost on the way`,
        advice: "A cable, or a place nearer to the Wi-Fi, helps.",
      };
    case "jitter":
      return {
        tone,
        word,
        cause: "the network delivers the sound unevenly",
        advice: "Pause downloads and video on this network.",
      };
    case "delay":
      return {
        tone,
        word,
        cause: `the sound takes ${Math.round(quality.roundTripMs / 2)} ms to get there`,
        advice: "A VPN or a far away network makes it slow.",
      };
  }
}

function oneDecimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}

/** The numbers behind the words, for whoever helps with the network. */
export function qualityNumbers({ mos, lossPercent, jitterMs, roundTripMs }: CallQuality): string {
  return `MOS ${mos.toFixed(1)} · loss ${oneDecimal(lossPercent)} % · jitter ${Math.round(jitterMs)} ms · round trip ${Math.round(roundTripMs)} ms`;
}
