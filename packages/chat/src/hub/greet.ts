import type { ChatHi } from "@offhook/contract";
import { storableText } from "@offhook/kernel";
import { authenticationRequired, ChatRefusal, malformed } from "../wire/refusal.ts";
import type { ChatSession } from "./chat-session.ts";

const OLDEST = { major: 0, minor: 20 };

/** True for the first word of a client; a later one may tell of a changed device. */
export function greet(session: ChatSession, frame: ChatHi): boolean {
  const version = frame.ver === undefined ? undefined : spokenVersion(frame.ver);
  if (session.version !== undefined) {
    if (frame.ver !== undefined && version !== session.version)
      throw new ChatRefusal(409, "command out of sequence");
    if (!session.user) throw authenticationRequired();
    return false;
  }
  if (version === undefined) throw malformed();
  const [major, minor] = version.split(".").map(Number);
  if (major === OLDEST.major && (minor ?? 0) < OLDEST.minor)
    throw new ChatRefusal(505, "version not supported");
  session.version = version;
  session.userAgent = storableText(frame.ua ?? "");
  session.isBackground = frame.bkg === true;
  return true;
}

/** Only `major.minor` counts; what stands behind it is the client's own. Undefined for what is no version. */
function spokenVersion(text: string): string | undefined {
  const [, major, minor = "0"] = /^v?(\d{1,4})(?:\.(\d{1,4}))?(?:\D.*)?$/s.exec(text) ?? [];
  return major === undefined ? undefined : `${Number(major)}.${Number(minor)}`;
}
