import { z } from "zod";

/** How a signed-in client registers the soft phone of the user's active line. Works for one session, for a day. */
export const SipSettings = z.object({
  /** The line it stands for. */
  phone: z.string(),
  uri: z.string(),
  username: z.string(),
  password: z.string(),
  realm: z.string(),
  /**
   * SIP over websocket, subprotocol `sip`: an address relative to that of the server. It carries a ticket, so use it
   * as it is.
   */
  ws_url: z.string(),
  /** Unix time in seconds; ask for the profile again before. */
  expires_at: z.number().int(),
});
export type SipSettings = z.infer<typeof SipSettings>;
