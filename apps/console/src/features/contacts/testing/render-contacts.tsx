import type { Contact } from "@offhook/contract";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { clear } from "idb-keyval";
import { aPerson } from "../../../testing/builders.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { ContactPage } from "../contact-page.tsx";
import { ContactsArea, NoContactChosen } from "../contacts-area.tsx";

export interface RenderContactsOptions extends SignedInOptions {
  readonly path?: string;
}

function createTestRouter(path: string) {
  const root = createRootRoute();
  const area = createRoute({
    getParentRoute: () => root,
    path: "/contacts",
    component: () => (
      <main style={{ height: 700 }}>
        <ContactsArea />
      </main>
    ),
    staticData: { name: "contacts" },
  });
  const index = createRoute({
    getParentRoute: () => area,
    path: "/",
    component: NoContactChosen,
    staticData: { name: "contacts" },
  });
  const contact = createRoute({
    getParentRoute: () => area,
    path: "/$id",
    component: ContactPage,
    staticData: { name: "contacts-id" },
  });
  const rest = createRoute({ getParentRoute: () => root, path: "/$", component: () => null });
  return createRouter({
    routeTree: root.addChildren([area.addChildren([index, contact]), rest]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
}

/** The area of contacts over a service that holds these, with two colleagues. */
export async function renderContacts(contacts: readonly Contact[], options: RenderContactsOptions = {}) {
  await clear();
  const router = createTestRouter(options.path ?? "/contacts");
  const rendered = await renderSignedIn(<RouterProvider router={router as never} />, {
    people: [aPerson(2, "Dev Patel", { presence: 1 }), aPerson(3, "Ines Duarte", { presence: 0 })],
    ...options,
    prepare: (service, tab) => {
      service
        .on("GET /contacts", () => ({
          result: { contacts, deleted: [], cursor: "1.1", more: false, reset: false, speeddial: [] },
        }))
        .on("GET /contact/timeline", () => ({ result: { entries: [], next: null, kinds: [] } }));
      options.prepare?.(service, tab);
    },
  });
  return { ...rendered, router };
}
