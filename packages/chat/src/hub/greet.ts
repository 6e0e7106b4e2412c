import type { ChatHi } from "@offhook/contract";
import { authenticationRequired, ChatRefusal, malformed } from "../wire/refusal.ts";
import type { ChatSession } from "./chat-session.ts";

const OLDEST = { major: 0, minor: 20 };

/** True for the first word of a client; a later one may tell of a changed device. */
export function greet(session: ChatSession, frame: ChatHi): boolean {
  if (session.version !== undefined) {
    if (frame.ver !== undefined && frame.ver !== session.version)
      throw new ChatRefusal(409, "command out of sequence");
    if (!session.user) throw authenticationRequired();
    return false;
  }
  const [, major, minor] = /^v?(\d{1,4})\.(\d{1,4})(?:[.-].*)?$/.exec(frame.ver ?? "") ?? [];
  if (major === undefined || minor === undefined) throw malformed();
  const isTooOld = Number(major) === OLDEST.major && Number(minor) < OLDEST.minor;
  if (isTooOld) throw new ChatRefusal(505, "version not supported");
  session.version = frame.ver;
  session.userAgent = (frame.ua ?? "").replaceAll("\u0000", "");
  session.isBackground = frame.bkg === true;
  return true;
}
