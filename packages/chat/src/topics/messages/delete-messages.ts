import type { ChatDel } from "@offhook/contract";
import { DELETE, READ } from "../../access/access-mode.ts";
import { rangesToWire, requestedRanges } from "../../messages/delete-ranges.ts";
import { membersWhoHear } from "../../presence/topic-presence.ts";
import { malformed, permissionDenied } from "../../wire/refusal.ts";
import type { TopicRequest } from "../change-topic.ts";

/** `del msg`: for the user, or for all with the right to. Returns nothing: the answer carries the deletion's number. */
export async function deleteMessages(asked: TopicRequest, frame: ChatDel): Promise<void> {
  const { world, topic, user, session, request } = asked;
  if (!topic.can(user, READ)) throw permissionDenied();
  const ranges = requestedRanges(frame.delseq ?? [], topic.record.seq);
  if (!ranges) throw malformed();
  // Without the right to delete for all it is done for the user alone, as clients of the protocol expect.
  const isForAll = frame.hard === true && topic.can(user, DELETE);
  const at = world.clock.now();
  const clear = await world.store.deleteMessages(topic.name, {
    ranges,
    forUser: isForAll ? undefined : user,
    wipeAfter: at - world.limits.msgDelAge * 1000,
    at,
  });
  topic.update({ clear });
  const member = topic.members.get(user);
  if (member) topic.setMember({ ...member, clear });
  session.reply(request, 200, "ok", { del: clear });
  const delseq = rangesToWire(ranges);
  topic.sendPres(
    { what: "del", clear, delseq, src: isForAll ? user : undefined },
    (each, reader) => each !== session && topic.can(reader, READ) && (isForAll || reader === user),
  );
  for (const reader of isForAll ? membersWhoHear(topic) : [user]) {
    const pres = { src: topic.nameFor(reader), what: "del" as const, clear };
    world.presence.tell(reader, pres, { notIn: topic, except: session });
  }
}
