import {
  type ActiveCall,
  type CallQuality,
  type CallSituation,
  isTalk,
  type Talk,
} from "../phone/calls/active-call.ts";

/** What the far end hears while an outgoing call rings there. */
const RINGING = 180;

const SITUATIONS: Readonly<Record<CallSituation, string>> = {
  held: "You are on hold",
  conference: "In a conference",
  waiting: "Waiting for someone to answer",
  parked: "Parked",
  voicemail: "Leaving a voicemail",
  mailbox: "Listening to voicemail",
  room: "In a conference room",
  echo: "Echo test",
  music: "Listening to music",
  callback: "Requesting a callback",
  callbackKept: "Requesting a callback",
  prompt: "Listening to an announcement",
  supervision: "In a colleague's call",
};

/** What is heard comes from people, so that its quality is worth a word. */
export function isTalkedOn({ place, hold, situation }: Talk): boolean {
  const isWithPeople = situation === undefined || situation === "conference" || situation === "room";
  return place === "here" && !hold && isWithPeople;
}

/** What a call is doing, in words; undefined while it is simply talked on and the clock says it all. */
export function callStatusText(call: ActiveCall): string | undefined {
  if (call.phase === "ended") return call.endReason ?? "Call ended";
  if (call.place === "moving") return "Bringing the call here…";
  if (call.phase === "ringing") return call.doorbell ? "Someone is at the door" : "Incoming call";
  if (call.phase === "calling") return call.callsc === RINGING ? "Ringing…" : "Calling…";
  if (call.hold) return "On Hold";
  if (call.situation !== undefined) return SITUATIONS[call.situation];
  return call.place === "elsewhere" ? "In a call in another tab" : undefined;
}

/** The way a call came. */
export function viaWords({ kind, name }: NonNullable<ActiveCall["via"]>): string {
  return kind === "queue" ? `${name} queue` : `via ${name}`;
}

const SUPERVISION = {
  listen: "is listening",
  whisper: "is talking to you. Your caller can't hear it.",
  barge: "joined the call",
} as const;

export const supervisorWords = ({ name, mode }: Talk["supervisors"][number]): string =>
  `${name} ${SUPERVISION[mode]}`;

const RECORDING_RULE = {
  always: "This queue records every call.",
  never: "Recording is turned off for this queue.",
} as const;

export const recordingRuleWords = (rule: NonNullable<Talk["recordingRule"]>): string => RECORDING_RULE[rule];

/** Pauses are only worth a word while there is something behind them. */
export function pendingDigitsText(call: ActiveCall): string | undefined {
  if (call.phase !== "calling" && call.phase !== "active") return undefined;
  const digits = call.extensions.replace(/[^\d*#]/g, "");
  if (digits === "") return undefined;
  return isTalk(call) && call.isDialingExtension ? `Dialing ${digits}…` : `Will dial ${digits} after pickup`;
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
        cause: `${oneDecimal(quality.lossPercent)}% packet loss`,
        advice: "Use a cable or move closer to the Wi-Fi router.",
      };
    case "jitter":
      return {
        tone,
        word,
        cause: "unstable network (jitter)",
        advice: "Pause downloads and video on this network.",
      };
    case "delay":
      return {
        tone,
        word,
        cause: `long delay (${Math.round(quality.roundTripMs / 2)} ms)`,
        advice: "A VPN or a distant server can cause this.",
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
