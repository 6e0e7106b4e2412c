import { Button } from "@mantine/core";
import type { ContactProvider } from "@offhook/contract";
import { EmptyState, LoadError, useSnackbar } from "@offhook/ui";
import { FixedList } from "@offhook/ui/fixed-list";
import { Search, Users } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { entities } from "../../../platform/api/entities.ts";
import { useInfiniteQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { contactEntry } from "../book/book-entry.ts";
import { accountReturnAddress, rememberProvider } from "../contact-accounts.ts";
import classes from "./contact-list.module.css";
import { ContactRow } from "./contact-row.tsx";

const PAGE = 12;
const ROW_HEIGHT = 56;
const DEBOUNCE_MS = 300;
const NAMES: Readonly<Record<ContactProvider, string>> = { google: "Google", microsoft: "Microsoft" };

export interface ExternalContactListProps {
  readonly provider: ContactProvider;
  readonly text: string;
  readonly selectedId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The address book a user has with a provider: searched there, page by page, and never mixed with the own one. */
export function ExternalContactList({
  provider,
  text,
  selectedId,
  onOpen,
}: ExternalContactListProps): ReactNode {
  const { client } = usePlatform();
  const query = useSettledText(text);
  const search = provider === "google" ? client.searchGoogleContacts : client.searchMicrosoftContacts;
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["external-contacts", provider, query],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => search({ query: { query, offset: pageParam, limit: PAGE } }),
    getNextPageParam: (last, pages) => (last.more ? pages.length * PAGE : undefined),
    placeholderData: (before) => before,
  });
  const entries = useMemo(
    () => data?.pages.flatMap(({ contacts }) => entities(contacts).map(contactEntry)) ?? [],
    [data],
  );
  if (data?.pages[0]?.connected === false) return <ConnectAccount provider={provider} />;
  return (
    <FixedList
      items={entries}
      keyOf={({ id }) => id}
      label={`${NAMES[provider]} contacts`}
      rowHeight={ROW_HEIGHT}
      selectedKey={selectedId}
      status={isPending ? "loading" : error ? "failed" : "ready"}
      onOpen={({ id }) => onOpen(id)}
      onEndReached={() => hasNextPage && void fetchNextPage()}
      renderRow={(entry) => <ContactRow entry={entry} isFirstOfLetter={false} />}
      emptySlot={
        <EmptyState icon={query === "" ? Users : Search}>
          {query === ""
            ? `There are no contacts in your ${NAMES[provider]} account.`
            : `No results for “${query}”.`}
        </EmptyState>
      }
      errorSlot={
        <LoadError onRetry={() => void refetch()}>
          Your {NAMES[provider]} contacts could not be loaded.
        </LoadError>
      }
    />
  );
}

/** What was typed, once the typing rests: each search is a request to the provider. */
function useSettledText(text: string): string {
  const trimmed = text.trim();
  const [settled, setSettled] = useState(trimmed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(trimmed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
  return settled;
}

function ConnectAccount({ provider }: { readonly provider: ContactProvider }): ReactNode {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const connect = async (): Promise<void> => {
    try {
      rememberProvider(provider);
      const body = { provider, redirect_uri: accountReturnAddress() };
      const { url } = await client.beginContactAccount({ body });
      window.location.assign(url);
    } catch {
      snackbar.show("Something went wrong. Try again later", { tone: "error" });
    }
  };
  return (
    <div className={classes.connect}>
      <p>Connect your {NAMES[provider]} account to see its contacts here.</p>
      <Button onClick={() => void connect()}>Connect {NAMES[provider]}</Button>
    </div>
  );
}
