import { storableText } from "@offhook/kernel";
import { type IncomingRefer, userText } from "@offhook/sip";
import type { CallRunner } from "../calls/call-runner.ts";
import type { Leg } from "./leg.ts";

export interface ReferSurroundings {
  readonly runner: CallRunner;
  readonly leg: Leg | undefined;
  /** The leg whose dialog a Replaces means. */
  readonly legOfDialog: (callId: string, localTag: string, remoteTag: string) => Leg | undefined;
}

/** A device asks for a transfer. */
export function receiveRefer({ runner, leg, legOfDialog }: ReferSurroundings, refer: IncomingRefer): void {
  // Whoever called in from outside could make us call anybody at our cost.
  if (!leg || leg.kind === "trunk") {
    refer.refuse(603);
    return;
  }
  const { replaces } = refer;
  if (replaces) {
    const { callId, toTag, fromTag } = replaces;
    // JsSIP writes the tags of a call it received the wrong way round; the Call-ID leaves no doubt.
    const other = legOfDialog(callId, toTag, fromTag) ?? legOfDialog(callId, fromTag, toTag);
    const isDone = other !== undefined && runner.mayTransferInto(leg.id, other.id);
    if (!isDone || !other) {
      refer.refuse(other ? 603 : 481);
      return;
    }
    refer.accept();
    refer.finish(200);
    runner.transferInto(leg.id, other.id);
    return;
  }
  const number = userText(refer.target.uri);
  if (number === undefined || !runner.mayHandOver(leg.id)) {
    refer.refuse(603);
    return;
  }
  refer.accept();
  leg.follow(refer);
  runner.handle(leg.id, { type: "transferWanted", channelId: leg.id, number: storableText(number) });
}
