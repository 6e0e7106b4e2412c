import { channelName } from "@offhook/contract";
import { listColleagueIds } from "./own-source-repository.ts";
import type { TaskSource } from "./task-source.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Tasks that people write down by themselves. Each is a source of its own, named by an id that the client makes; the
 * whole company sees it, as it sees who has what to do on a shared line.
 */
export const ownTaskSource: TaskSource = {
  type: "own",
  async find(_query, actor, { sourceId }) {
    if (!UUID.test(sourceId)) return undefined;
    const channel = channelName("customer", actor.customerId);
    return { sourceId: sourceId.toLowerCase(), line: "", channel, number: "" };
  },
  readers: (query, customerId) => listColleagueIds(query, customerId),
  // There is nothing behind it: its own words say it all.
  preview: async (_query, _actor, sources) =>
    sources.map(() => ({ number: "", name: "", line: "", text: "", time: null, to: "" })),
};
