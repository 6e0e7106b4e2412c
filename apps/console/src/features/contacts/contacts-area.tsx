import { EmptyState, PanePage, Panes } from "@offhook/ui";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { ContactDialogs } from "./edit/contact-dialogs.tsx";
import { ContactList } from "./list/contact-list.tsx";
import { useAccountReturn } from "./use-account-return.ts";

/** `/contacts` and all below it: the address book, and one of its contacts beside it. */
export function ContactsArea(): ReactNode {
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
  );
}

/** `/contacts` on a wide screen, before somebody is chosen. */
export function NoContactChosen(): ReactNode {
  return <EmptyState icon={Users}>Select a contact.</EmptyState>;
}
