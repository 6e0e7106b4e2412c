import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { PeopleDirectory, PeopleState } from "./callers/people-directory.ts";

const PeopleDirectoryContext = createServiceContext<PeopleDirectory>("PeopleDirectory");
export const PeopleProvider = PeopleDirectoryContext.Provider;

function usePeopleDirectory(): PeopleDirectory {
  return useService(PeopleDirectoryContext);
}

export function usePeople<Selected>(select: (state: PeopleState) => Selected): Selected {
  return useStore(usePeopleDirectory().state, select);
}
