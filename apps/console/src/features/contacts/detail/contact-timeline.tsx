import { Button, Chip, Group, Skeleton } from "@mantine/core";
import type { TimelineEntry, TimelineKind } from "@offhook/contract";
import { LoadError, RowBoundary, useLoadingShown } from "@offhook/ui";
import { DetailEntries, DetailEntry, DetailSection } from "@offhook/ui/detail";
import { timeLabel } from "@offhook/ui/format";
import { useRouter } from "@tanstack/react-router";
import {
  ClipboardCheck,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  PhoneIncoming,
  PhoneOutgoing,
  Printer,
  Voicemail,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { entities } from "../../../platform/api/entities.ts";
import { useInfiniteQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { useUser } from "../../session/index.ts";
import classes from "./contact-detail.module.css";

const PAGE = 20;
const KIND_NAMES: Readonly<Record<TimelineKind, string>> = {
  call: "Calls",
  sms: "Messages",
  voicemail: "Voicemail",
  fax: "Fax",
  chat: "Chat",
  task: "Tasks",
};
const ICONS: Readonly<Record<TimelineKind, LucideIcon>> = {
  call: PhoneIncoming,
  sms: MessageSquareText,
  voicemail: Voicemail,
  fax: Printer,
  chat: MessagesSquare,
  task: ClipboardCheck,
};

/** A contact of ours by its id, a provider's contact by its number. */
export type TimelineOf = { readonly id: string } | { readonly number: string };

/** What happened between the user and a contact, of every kind in one stream. */
export function ContactTimeline({ of }: { readonly of: TimelineOf }): ReactNode {
  const { client } = usePlatform();
  const [kind, setKind] = useState<TimelineKind>();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ["contact-timeline", of, kind],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam }) =>
        client.contactTimeline({
          query: { ...of, limit: PAGE, before: pageParam, ...(kind ? { kinds: kind } : {}) },
        }),
      getNextPageParam: (last) => last.next ?? undefined,
      placeholderData: (before) => before,
    });
  // A call that ends while the user looks belongs here at once.
  usePushEvent("HISTORY", () => void refetch());
  usePushEvent("VOICEMAIL_NEW", () => void refetch());
  usePushEvent("FAX_NEW", () => void refetch());
  const isLoading = useLoadingShown(isPending);
  const kinds = data?.pages[0]?.kinds ?? [];
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <DetailSection
      label="Timeline"
      aside={kinds.length > 1 && <KindFilter kinds={kinds} value={kind} onChange={setKind} />}
    >
      {isLoading && <Skeleton height={120} radius="md" role="status" aria-label="Loading" />}
      {!isLoading && error && entries.length === 0 && (
        <LoadError onRetry={() => void refetch()}>The timeline could not be loaded.</LoadError>
      )}
      {!isLoading && data && entries.length === 0 && (
        <p className={classes.nothing}>No calls, messages or tasks yet.</p>
      )}
      {!isLoading && entries.length > 0 && <Entries entries={entries} />}
      {!isLoading && hasNextPage && (
        <Button variant="subtle" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </DetailSection>
  );
}

interface KindFilterProps {
  readonly kinds: readonly TimelineKind[];
  readonly value: TimelineKind | undefined;
  readonly onChange: (kind: TimelineKind | undefined) => void;
}

function KindFilter({ kinds, value, onChange }: KindFilterProps): ReactNode {
  return (
    <Chip.Group value={value ?? "all"} onChange={(chosen) => onChange(kinds.find((kind) => kind === chosen))}>
      <Group gap={6}>
        <Chip size="xs" value="all">
          All
        </Chip>
        {kinds.map((kind) => (
          <Chip key={kind} size="xs" value={kind}>
            {KIND_NAMES[kind]}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

function Entries({ entries }: { readonly entries: readonly TimelineEntry[] }): ReactNode {
  return (
    <DetailEntries>
      {entities(entries).map((entry, index) => (
        <li key={entry.id === undefined ? `place-${index}` : `${entry.kind} ${entry.id}`}>
          <RowBoundary item={entry}>
            <Entry entry={entry} />
          </RowBoundary>
        </li>
      ))}
    </DetailEntries>
  );
}

function Entry({ entry }: { readonly entry: TimelineEntry }): ReactNode {
  const { browser } = usePlatform();
  const { effective_timezone: timeZone } = useUser();
  const router = useRouter();
  const Icon = entry.kind === "call" && entry.dir === "out" ? PhoneOutgoing : ICONS[entry.kind];
  return (
    <a
      href={entry.to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        router.history.push(entry.to);
      }}
    >
      <DetailEntry
        icon={<Icon size={16} className={classes.lineIcon} aria-hidden="true" />}
        when={timeLabel({ at: entry.time, now: browser.clock.now(), timeZone })}
      >
        <span>{entry.title}</span>
        {entry.subtitle !== "" && <div className={classes.entrySubtitle}>{entry.subtitle}</div>}
      </DetailEntry>
    </a>
  );
}
