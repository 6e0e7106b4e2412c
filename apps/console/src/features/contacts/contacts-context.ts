import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { PeopleDirectory, PeopleState } from "./callers/people-directory.ts";
import type { ContactsHub } from "./contacts-hub.ts";

const PeopleDirectoryContext = createServiceContext<PeopleDirectory>("PeopleDirectory");
export const PeopleProvider = PeopleDirectoryContext.Provider;

export const ContactsHubContext = createServiceContext<ContactsHub>("ContactsHub");
export const ContactsProvider = ContactsHubContext.Provider;

function usePeopleDirectory(): PeopleDirectory {
  return useService(PeopleDirectoryContext);
}

export function usePeople<Selected>(select: (state: PeopleState) => Selected): Selected {
  return useStore(usePeopleDirectory().state, select);
}
