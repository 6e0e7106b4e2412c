import { useStore } from "zustand";
import { useService } from "../../platform/service-context.ts";
import type { ContactBook, ContactBookState } from "./book/contact-book.ts";
import { createLiveBook } from "./book/live-book.ts";
import { ContactsHubContext } from "./contacts-context.ts";

export function useContactBook(): ContactBook {
  return useService(ContactsHubContext).open(createLiveBook);
}

export function useBookState<Selected>(select: (state: ContactBookState) => Selected): Selected {
  return useStore(useContactBook().state, select);
}
