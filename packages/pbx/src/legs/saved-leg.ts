import type { Flow, SavedDialog } from "@offhook/sip";
import type { SavedAudio } from "./audio/leg-media.ts";
import type { Leg, LegKind } from "./leg.ts";

/** The answered leg of a desk phone or a carrier as plain data. */
export interface SavedLeg {
  readonly kind: LegKind;
  /** What it signed in with; undefined for a carrier. */
  readonly account: string | undefined;
  readonly transport: "UDP" | "TCP" | "TLS";
  readonly address: string;
  readonly port: number;
  readonly dialog: SavedDialog;
  readonly audio: SavedAudio;
}

/** Undefined where the far end cannot be reached again without its help, as a browser. */
export function describeLeg(leg: Leg, account: string | undefined): SavedLeg | undefined {
  const dialog = leg.usage?.save();
  const audio = leg.media.save();
  const { kind, flow } = leg;
  const { address, port } = flow.remote;
  if (!dialog || !audio || !isOpenable(flow.transport)) return undefined;
  return { kind, account, transport: flow.transport, address, port, dialog, audio };
}

const isOpenable = (transport: Flow["transport"]): transport is SavedLeg["transport"] =>
  transport === "UDP" || transport === "TCP" || transport === "TLS";
