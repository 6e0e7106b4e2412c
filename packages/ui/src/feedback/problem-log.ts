import { createContext, useContext } from "react";

/** Where a part writes down what went wrong and is no user's business: a video that does not load, say. */
type ProblemLog = (...parts: unknown[]) => void;

const ProblemLogContext = createContext<ProblemLog>(() => {});
export const ProblemLogProvider = ProblemLogContext.Provider;

export function useProblemLog(): ProblemLog {
  return useContext(ProblemLogContext);
}
