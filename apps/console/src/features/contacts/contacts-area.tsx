import { EmptyState, PanePage, Panes } from "@offhook/ui";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { del, get, set } from "idb-keyval";
import { Users } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { usePush } from "../../platform/push/push-context.tsx";
import { useUser } from "../session/index.ts";
import { ContactBook } from "./book/contact-book.ts";
import { createContactCache } from "./book/contact-cache.ts";
import { ContactBookProvider } from "./contact-book-context.ts";
import { ContactDialogs } from "./edit/contact-dialogs.tsx";
import { ContactList } from "./list/contact-list.tsx";
import { useAccountReturn } from "./use-account-return.ts";

/** `/contacts` and all below it: the address book, and one of its contacts beside it. */
export function ContactsArea(): ReactNode {
  const book = useOwnBook();
  useAccountReturn();
  const router = useRouter();
  const { name, id } = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return { name: last?.staticData.name ?? "", id: (last?.params as { id?: string } | undefined)?.id };
    },
    structuralSharing: true,
  });
  return (
    <ContactBookProvider value={book}>
      <ContactDialogs>
        <Panes
          label="Contacts"
          isDetailOpen={name !== "contacts"}
          list={
            <ContactList
              selectedId={id}
              onOpen={(contactId) => router.history.push(paths.contact(contactId))}
            />
          }
        >
          <PanePage>
            <Outlet />
          </PanePage>
        </Panes>
      </ContactDialogs>
    </ContactBookProvider>
  );
}

const CONTACT_EVENTS = ["CONTACT_UPDATE", "SPEEDDIAL_UPDATE"] as const;

/** The book lives as long as its screen; what it knows is kept on the device, so the next visit paints at once. */
function useOwnBook(): ContactBook {
  const { client, browser, network } = usePlatform();
  const { id, features } = useUser();
  const hasBook = features.contacts;
  const push = usePush();
  const [book] = useState(
    () =>
      new ContactBook({
        client,
        clock: browser.clock,
        cache: createContactCache({ get: (key) => get(key), set, del }, id),
        onFailed: browser.reportError,
      }),
  );
  useEffect(() => {
    if (!hasBook) return book.stayEmpty();
    const refresh = (): void => {
      book.sync().catch(() => {});
    };
    const undo = [
      ...CONTACT_EVENTS.map((type) => push.on(type, (event) => book.apply(event))),
      push.listen("reset", refresh),
      network.onRecovery(refresh),
    ];
    // A failure shows in the list itself, with a button to try again.
    book.open().catch(() => {});
    return () => {
      for (const each of undo) each();
      book.close();
    };
  }, [book, push, network, hasBook]);
  return book;
}

/** `/contacts` on a wide screen, before somebody is chosen. */
export function NoContactChosen(): ReactNode {
  return <EmptyState icon={Users}>Select a contact.</EmptyState>;
}
