import { aHub, MemoryChatStore, signedInClient } from "@offhook/chat/testing";
import { FakeClock } from "@offhook/testkit";
import { TeamsDoor } from "../index.ts";
import { aTeamsChat } from "./a-teams-chat.ts";
import { dev, maya } from "./render-teams.tsx";

/** Maya's chat over a real chat engine, in which Dev has written to her. */
export async function aDoor() {
  const clock = new FakeClock(Date.parse("2030-01-07T15:00:00Z"));
  const store = new MemoryChatStore();
  for (const user of [maya, dev]) await store.addUser(user);
  const hub = aHub(store, clock);
  const other = await signedInClient(hub, dev, "dev");
  await other.ask("sub", { topic: maya.id });
  await other.ask("pub", { topic: maya.id, content: "Hello" });
  const { chat, storage } = await aTeamsChat({ hub, user: maya, clock });
  const door = new TeamsDoor();
  door.open(chat);
  return { door, storage, chat };
}
