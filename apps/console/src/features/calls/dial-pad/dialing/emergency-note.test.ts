import { expect, test } from "vitest";
import { emergencyWords } from "./emergency-note.tsx";

test.each([
  [
    "no carrier",
    { location: "12 Main Street", has_carrier: false, is_carrier_up: false },
    "No carrier is connected, so this call reaches nobody. Call from a mobile phone, and tell your administrator.",
  ],
  [
    "neither a carrier nor a place",
    { location: "", has_carrier: false, is_carrier_up: false },
    "No carrier is connected, so this call reaches nobody. Call from a mobile phone, and tell your administrator.",
  ],
  [
    "a carrier that does not answer",
    { location: "12 Main Street", has_carrier: true, is_carrier_up: false },
    "Your carrier does not answer right now, so this call may reach nobody. Call from a mobile phone if you can, and tell your administrator.",
  ],
  [
    "no place",
    { location: "", has_carrier: true, is_carrier_up: true },
    "No emergency location is set for your line. Tell the responders where you are, and tell your administrator.",
  ],
  [
    "a place",
    { location: "12 Main Street", has_carrier: true, is_carrier_up: true },
    "Emergency number. Responders are sent to 12 Main Street. If you are somewhere else, tell them.",
  ],
])("[EMG7] the dial pad says what becomes of an emergency call with %s", (_name, given, words) => {
  expect(emergencyWords({ numbers: ["911"], ...given })).toBe(words);
});
