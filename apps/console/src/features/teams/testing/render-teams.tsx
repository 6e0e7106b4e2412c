import { aHub, aUser, MemoryChatStore, type ScriptedClient, signedInClient } from "@offhook/chat/testing";
import { FakeClock } from "@offhook/testkit";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { Suspense } from "react";
import { aPerson } from "../../../testing/builders.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { NewTopicPage } from "../new/new-topic-page.tsx";
import { TeamsArea, TeamsGreetingPage } from "../teams-area.tsx";
import { TeamsProvider } from "../teams-context.ts";
import { TeamsDoor } from "../teams-door.ts";
import { TopicPage } from "../topic/topic-page.tsx";
import { aTeamsChat } from "./a-teams-chat.ts";

const tagged = (account: number, name: string) => ({
  public: { fn: name, userId: account },
  tags: ["org:1", `acct:${account}`],
});

export const maya = aUser(1, tagged(1, "Maya Okafor"));
export const dev = aUser(2, tagged(2, "Dev Patel"));
export const ines = aUser(3, tagged(3, "Ines Duarte"));

function createTestRouter(path: string) {
  const root = createRootRoute();
  const area = createRoute({
    getParentRoute: () => root,
    path: "/teams",
    component: () => (
      <main style={{ height: 700 }}>
        <Suspense fallback={null}>
          <TeamsArea />
        </Suspense>
      </main>
    ),
    staticData: { name: "teams" },
  });
  const page = (address: string, name: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => area, path: address, component, staticData: { name } });
  return createRouter({
    routeTree: root.addChildren([
      area.addChildren([
        page("/greeting", "teams-greeting", TeamsGreetingPage),
        page("/new/$type", "teams-new-type", NewTopicPage),
        page("/search-result/$id", "teams-search-result-id", TopicPage),
        page("/$id", "teams-id", TopicPage),
      ]),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
}

export interface RenderTeamsOptions extends SignedInOptions {
  readonly path?: string;
  /** Maya may act for everybody. */
  readonly isRoot?: boolean;
  /** What happens before Maya comes. */
  readonly before?: (others: {
    readonly dev: ScriptedClient;
    readonly ines: ScriptedClient;
  }) => Promise<void>;
}

/** Maya's chat over a real chat engine, with Dev and Ines as clients whose frames a test writes. */
export async function renderTeams(options: RenderTeamsOptions = {}) {
  const clock = new FakeClock(Date.parse("2030-01-07T15:00:00Z"));
  const store = new MemoryChatStore();
  for (const user of [maya, dev, ines]) await store.addUser(user);
  const hub = aHub(store, clock, { roots: new Set(options.isRoot ? [maya.id] : []) });
  const others = {
    dev: await signedInClient(hub, dev, "dev"),
    ines: await signedInClient(hub, ines, "ines"),
  };
  for (const other of Object.values(others)) await other.ask("sub", { topic: "me" });
  await options.before?.(others);
  const client = await aTeamsChat({ hub, user: maya, clock });
  const door = new TeamsDoor();
  door.open(client.chat);
  const router = createTestRouter(options.path ?? "/teams/greeting");
  const rendered = await renderSignedIn(
    <TeamsProvider value={door}>
      <RouterProvider router={router as never} />
    </TeamsProvider>,
    {
      people: [aPerson(2, "Dev Patel", { presence: 1 }), aPerson(3, "Ines Duarte", { presence: 0 })],
      ...options,
      profile: { id: 1, firstname: "Maya", lastname: "Okafor", pbx_cid: 1, ...options.profile },
    },
  );
  return { ...rendered, ...client, ...others, clock, hub, router };
}
