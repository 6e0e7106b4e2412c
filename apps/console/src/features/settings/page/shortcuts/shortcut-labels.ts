import type { ShortcutAction } from "@offhook/contract";

export const SHORTCUT_LABELS: Readonly<Record<ShortcutAction, string>> = {
  hold: "Hold or resume the call",
  transfer: "Transfer the call",
  dialPad: "Open the dial pad",
  hangup: "Hang up",
  answer: "Answer the ringing call",
  end: "End the call",
  highlightToFax: "Fax to the highlighted number",
  highlightToMessage: "Message the highlighted number",
  highlightToCall: "Call the highlighted number",
};
