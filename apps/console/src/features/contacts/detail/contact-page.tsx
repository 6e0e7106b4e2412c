import { Skeleton } from "@mantine/core";
import type { Contact, ContactProvider, Person } from "@offhook/contract";
import { EmptyState, LoadError, useLoadingShown } from "@offhook/ui";
import { DetailSkeleton } from "@offhook/ui/detail";
import { useParams } from "@tanstack/react-router";
import { UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Client } from "../../../platform/api/api-client.ts";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { providerNamed } from "../contact-accounts.ts";
import { useBookState } from "../contact-book-context.ts";
import { usePeople } from "../contacts-context.ts";
import { BackButton, ContactDetail } from "./contact-detail.tsx";

const NOT_FOUND = 404;

/** `/contacts/{id}`: one contact or colleague. */
export function ContactPage(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  return <OneContact key={id} id={id} />;
}

function OneContact({ id }: { readonly id: string }): ReactNode {
  const { client } = usePlatform();
  const listed = useListed(id);
  const isBookRead = useBookState(({ status }) => status === "ready");
  const provider = providerOf(id);
  const [wasListed, setWasListed] = useState(false);
  if (listed && !wasListed) setWasListed(true);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["contact", id],
    queryFn: (): Promise<Contact | Person | null> =>
      provider ? findExternal(client, provider, id) : client.getContact({ query: { id } }),
    // A contact in the book is up to date there already; one that was in it and is not any more was deleted.
    enabled: !listed && !wasListed && (isBookRead || provider !== undefined),
    retry: false,
  });
  const contact = listed ?? data;
  const isLoading = useLoadingShown(!contact && !error && !wasListed);
  if (isLoading) return <ContactSkeleton />;
  if (contact) return <ContactDetail contact={contact} />;
  if (!error || (error instanceof ApiFailure && error.status === NOT_FOUND)) {
    return (
      <>
        <BackButton />
        <EmptyState icon={UserRound}>This contact no longer exists.</EmptyState>
      </>
    );
  }
  return (
    <LoadError isRetrying={isFetching} onRetry={() => void refetch()}>
      This contact could not be loaded.
    </LoadError>
  );
}

function providerOf(id: string): ContactProvider | undefined {
  return providerNamed(id.split(":", 1)[0]);
}

const EXTERNAL_PAGE = 200;

/** Providers are searched, not asked for one: it is found among the first of the address book. Null: it is not. */
async function findExternal(
  client: Pick<Client, "searchGoogleContacts" | "searchMicrosoftContacts">,
  provider: ContactProvider,
  id: string,
): Promise<Contact | null> {
  const search = provider === "google" ? client.searchGoogleContacts : client.searchMicrosoftContacts;
  for (let offset = 0; ; offset += EXTERNAL_PAGE) {
    const { contacts, more } = await search({ query: { offset, limit: EXTERNAL_PAGE } });
    const found = contacts.find((contact) => contact.id === id);
    if (found || !more) return found ?? null;
  }
}

function useListed(id: string): Contact | Person | undefined {
  const contact = useBookState(({ byId }) => byId.get(id));
  const colleague = usePeople(({ byUserId }) =>
    id.startsWith("-") ? byUserId.get(Number(id.slice(1))) : undefined,
  );
  return contact ?? colleague;
}

function ContactSkeleton(): ReactNode {
  return (
    <DetailSkeleton avatarSize={72} lines={[130]}>
      <Skeleton height={120} radius="md" />
      <Skeleton height={180} radius="md" />
    </DetailSkeleton>
  );
}
