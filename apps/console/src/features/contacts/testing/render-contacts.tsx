import type { Contact } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import { clear } from "idb-keyval";
import { createAreaRouter, type TestArea } from "../../../testing/area-router.tsx";
import { aPerson } from "../../../testing/builders.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { ContactsArea, NoContactChosen } from "../contacts-area.tsx";
import { ContactPage } from "../detail/contact-page.tsx";

export interface RenderContactsOptions extends SignedInOptions {
  readonly path?: string;
}

const AREA: TestArea = {
  path: "/contacts",
  name: "contacts",
  component: ContactsArea,
  pages: [
    { path: "/", name: "contacts", component: NoContactChosen },
    { path: "/$id", name: "contacts-id", component: ContactPage },
  ],
};

/** The area of contacts over a service that holds these, with two colleagues. */
export async function renderContacts(contacts: readonly Contact[], options: RenderContactsOptions = {}) {
  await clear();
  const router = createAreaRouter(AREA, options.path ?? "/contacts");
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
