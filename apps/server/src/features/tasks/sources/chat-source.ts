import { channelName, type TaskPreview } from "@offhook/contract";
import {
  findReadTopic,
  glanceAtTopics,
  listReadTopics,
  listTopicReaders,
  type TopicGlance,
} from "./chat-source-repository.ts";
import type { TaskSource } from "./task-source.ts";

/** The readers of a topic change by the minute: it has no push channel, each reader is told on their own channel. */
const topicChannel = (topic: string): string => `chat.${topic}`;

/** Direct chats and teams; the message a task is about is its detail. */
export const chatTaskSource: TaskSource = {
  type: "chat",
  async find(query, actor, { sourceId }) {
    if (!actor.features.has("teamChat")) return undefined;
    const topic = await findReadTopic(query, actor, sourceId);
    if (topic === undefined) return undefined;
    return { sourceId: topic, line: topic, channel: topicChannel(topic), number: "" };
  },
  readers: (query, customerId, { line }) => listTopicReaders(query, customerId, line),
  async channelsOf(query, actor) {
    if (!actor.features.has("teamChat")) return [];
    return (await listReadTopics(query, actor)).map(topicChannel);
  },
  async audience(query, customerId, { line }) {
    const readers = await listTopicReaders(query, customerId, line);
    return readers.map((id) => channelName("user", id));
  },
  async preview(query, actor, sources) {
    const glances = await glanceAtTopics(query, actor, sources);
    const byPosition = new Map(glances.map((glance) => [Number(glance.position), glance]));
    return sources.map(({ sourceId }, index) => {
      const glance = byPosition.get(index + 1);
      return glance && toPreview(sourceId, glance);
    });
  },
};

function toPreview(topic: string, glance: TopicGlance): TaskPreview {
  const { peer, peerName, teamName, authorName, text, at } = glance;
  const isDirect = peer !== null;
  return {
    number: "",
    name: (isDirect ? peerName : authorName) || teamName || "Team chat",
    line: isDirect ? "Direct chat" : (teamName ?? ""),
    text: text ?? "",
    time: at && Math.floor(at.getTime() / 1000),
    to: pathOf(peer ?? topic, glance),
  };
}

/** Where the console shows the message: in its thread, when it is an answer. */
function pathOf(topic: string, { seq, reply }: TopicGlance): string {
  const path = encodeURIComponent(topic);
  if (seq === null) return `/teams/${path}`;
  const place = reply === null ? { seq: `${seq}` } : { seq: reply, reply: `${seq}` };
  return `/teams/search-result/${path}?${new URLSearchParams(place)}`;
}
