import { WRITE } from "../../access/access-mode.ts";
import type { ChatWorld } from "../../hub/chat-world.ts";
import { ChatRefusal, permissionDenied, topicNotFound } from "../../wire/refusal.ts";
import { openDirectTopic } from "../create-topic.ts";
import { announceCreated, joinTopic } from "../members/subscribe.ts";
import type { UserId } from "../names/topic-name.ts";
import { writePublications } from "./publish.ts";

/** What one user says to another without a client of their own; resolves when it cannot be lost any more. */
export interface DirectWords {
  readonly from: UserId;
  readonly to: UserId;
  readonly text: string;
}

/** Goes the way of every message: both sides have the topic, it has a number there, and all listeners hear it. */
export async function speakFor(world: ChatWorld, { from, to, text }: DirectWords): Promise<void> {
  const user = await world.users.own(from);
  const frame = { topic: to };
  const { topic, isCreated } = await openDirectTopic(world, user, to, frame);
  try {
    await topic.queue.run(async () => {
      if (topic.isGone) throw topicNotFound();
      const joined = await joinTopic(world, topic, user, frame);
      if (isCreated) announceCreated(world, topic, { user: from, joined });
      if (!topic.can(from, WRITE)) throw permissionDenied();
      const message = {
        from,
        at: world.clock.now(),
        head: undefined,
        content: text,
        attachments: [],
        reaction: undefined,
      };
      if (!(await writePublications(world, topic, [{ message }])))
        throw new ChatRefusal(503, "service unavailable");
    });
  } finally {
    world.topics.release(topic);
  }
}
