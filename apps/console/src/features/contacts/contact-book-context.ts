import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { ContactBook, ContactBookState } from "./book/contact-book.ts";

const ContactBookContext = createServiceContext<ContactBook>("ContactBook");
export const ContactBookProvider = ContactBookContext.Provider;

export function useContactBook(): ContactBook {
  return useService(ContactBookContext);
}

export function useBookState<Selected>(select: (state: ContactBookState) => Selected): Selected {
  return useStore(useContactBook().state, select);
}
