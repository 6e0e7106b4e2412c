import { ActionIcon, TextInput } from "@mantine/core";
import { ActionMenu, EmptyState, LoadError } from "@offhook/ui";
import { FilterSelect } from "@offhook/ui/filter-select";
import { FixedList } from "@offhook/ui/fixed-list";
import { EllipsisVertical, FileDown, FileUp, Plus, Search, Users } from "lucide-react";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useUser } from "../../session/index.ts";
import type { BookEntry } from "../book/book-entry.ts";
import {
  BOOK_FILTERS,
  type BookFilter,
  letterIndex,
  searchBook,
  type TagFilter,
  tagFilters,
} from "../book/book-search.ts";
import type { ContactBookState } from "../book/contact-book.ts";
import { useAllEntries } from "../book/use-known-contacts.ts";
import { returningProvider } from "../contact-accounts.ts";
import { useBookState, useContactBook } from "../contact-book-context.ts";
import { useContactDialogs } from "../edit/contact-dialogs.tsx";
import { AlphabetBar } from "./alphabet-bar.tsx";
import classes from "./contact-list.module.css";
import { ContactRow } from "./contact-row.tsx";

// Most have their contacts here alone.
const ExternalContactList = latePart(() => import("./external-contact-list.tsx"), "ExternalContactList");

export interface ContactListProps {
  readonly selectedId: string | undefined;
  readonly onOpen: (id: string) => void;
}

const ROW_HEIGHT = 56;
const FILTER_LABELS: Readonly<Record<(typeof BOOK_FILTERS)[number], string>> = {
  all: "All contacts",
  corporate: "Colleagues",
  personal: "Personal",
  google: "Google",
  microsoft: "Microsoft",
  speeddial: "Speed dial",
};

/** Everybody the user can reach, by name. */
export function ContactList({ selectedId, onOpen }: ContactListProps): ReactNode {
  const [filter, setFilter] = useState<BookFilter>(() => returningProvider() ?? "all");
  const [text, setText] = useState("");
  const isExternal = filter === "google" || filter === "microsoft";
  const hasBook = useUser().features.contacts;
  const options = useFilterOptions(filter);
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.search}
          type="search"
          placeholder="Search contacts"
          aria-label="Search contacts"
          leftSection={<Search size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {hasBook && <ListActions />}
      </div>
      {hasBook && (
        <div className={classes.filter}>
          <FilterSelect label="Show" options={options} value={filter} onChange={setFilter} />
        </div>
      )}
      <div className={classes.body}>
        {isExternal ? (
          <ExternalContactList
            key={filter}
            provider={filter}
            text={text}
            selectedId={selectedId}
            onOpen={onOpen}
          />
        ) : (
          <Book filter={filter} text={text} selectedId={selectedId} onOpen={onOpen} />
        )}
      </div>
    </>
  );
}

/** What can be shown alone: kinds of contacts, and every tag that one of them has. */
function useFilterOptions(chosen: BookFilter): { value: BookFilter; label: string }[] {
  const entries = useBookState((state) => state.entries);
  return useMemo(() => {
    const tags = new Map(tagFilters(entries));
    // Nobody has it any more, and the field still says what it shows.
    if (chosen.startsWith("#") && !tags.has(chosen as TagFilter))
      tags.set(chosen as TagFilter, chosen.slice(1));
    return [
      ...BOOK_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] })),
      ...[...tags].map(([value, tag]) => ({ value, label: `Tag: ${tag}` })),
    ];
  }, [entries, chosen]);
}

interface BookProps extends ContactListProps {
  readonly filter: BookFilter;
  readonly text: string;
}

function Book({ filter, text, selectedId, onOpen }: BookProps): ReactNode {
  const book = useContactBook();
  const { create } = useContactDialogs();
  const status = useBookState((state) => state.status);
  const speedDial = useBookState((state) => state.speedDial);
  // Clicks and keys are heard while a list of thousands is built behind them.
  const all = useDeferredValue(useAllEntries(), NOBODY);
  const wanted = useDeferredValue(text);
  const entries = useMemo(
    () => searchBook(all, { filter, text: wanted, speedDial }),
    [all, filter, wanted, speedDial],
  );
  const letters = useMemo(() => letterIndex(entries), [entries]);
  const renderRow = useCallback(
    (entry: BookEntry) => (
      <ContactRow entry={entry} isFirstOfLetter={entries[letters.get(entry.letter) ?? -1] === entry} />
    ),
    [entries, letters],
  );
  const [jump, setJump] = useState<{ readonly index: number }>();
  return (
    <div className={classes.book}>
      <div className={classes.list}>
        <FixedList
          key={filter}
          items={entries}
          keyOf={({ id }) => id}
          label="Contacts"
          rowHeight={ROW_HEIGHT}
          selectedKey={selectedId}
          scrollTo={jump}
          status={all === NOBODY && status !== "failed" ? "loading" : listStatus(status)}
          onOpen={({ id }) => onOpen(id)}
          renderRow={renderRow}
          emptySlot={<NobodyHere filter={filter} text={wanted} onAdd={() => create({})} />}
          errorSlot={
            <LoadError onRetry={() => void book.open().catch(() => {})}>
              Your contacts could not be loaded.
            </LoadError>
          }
        />
      </div>
      {entries.length > ALPHABET_FROM && (
        <AlphabetBar
          letters={letters}
          onJump={(letter) => {
            const index = letters.get(letter);
            if (index !== undefined) setJump({ index });
          }}
        />
      )}
    </div>
  );
}

function listStatus(status: ContactBookState["status"]): "ready" | "loading" | "failed" {
  if (status === "failed") return "failed";
  return status === "ready" || status === "cached" ? "ready" : "loading";
}

const ALPHABET_FROM = 20;
const NOBODY: readonly BookEntry[] = [];

/** The address book and the colleagues in one order. */
interface NobodyHereProps {
  readonly filter: BookFilter;
  readonly text: string;
  readonly onAdd: () => void;
}

function NobodyHere({ filter, text, onAdd }: NobodyHereProps): ReactNode {
  const hasBook = useUser().features.contacts;
  if (text.trim() !== "") return <EmptyState icon={Search}>No results for “{text.trim()}”.</EmptyState>;
  if (!hasBook) return <EmptyState icon={Users}>You have no colleagues here yet.</EmptyState>;
  if (filter.startsWith("#")) return <EmptyState icon={Users}>No contacts have this tag.</EmptyState>;
  if (filter === "speeddial") return <EmptyState icon={Users}>Nobody is on your speed dial yet.</EmptyState>;
  return (
    <EmptyState icon={Users} action={{ label: "Add contact", onClick: onAdd }}>
      There are no contacts yet.
    </EmptyState>
  );
}

function ListActions(): ReactNode {
  const dialogs = useContactDialogs();
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Add contact"
        title="Add contact"
        onClick={() => dialogs.create({})}
      >
        <Plus size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionMenu
        label="More for contacts"
        title="More"
        icon={EllipsisVertical}
        actions={[
          { label: "Import", icon: FileUp, onSelect: () => dialogs.importFile() },
          { label: "Export", icon: FileDown, onSelect: () => dialogs.exportFile() },
        ]}
      />
    </>
  );
}
