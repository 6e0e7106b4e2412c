/// <reference path="./smpp-module.d.ts" />
import smpp from "smpp";

// The library guesses alphabets while it reads and writes, and garbles what it guesses wrong. Without its filters
// texts stay bytes, and `wire-texts.ts` knows what they are.
for (const command of ["submit_sm", "deliver_sm"]) {
  const field = smpp.commands[command]?.params?.short_message;
  if (field) delete field.filter;
}
if (smpp.tlvs.message_payload) delete smpp.tlvs.message_payload.filter;

export type { Pdu, Session } from "smpp";
export { smpp };
