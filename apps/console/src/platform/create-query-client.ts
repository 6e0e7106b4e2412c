import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./api-failure.ts";

const RETRIES = 2;
const SERVER_ERROR = 500;

/** Only what may succeed a moment later is tried again: a refusal stays one, and the user should read it at once. */
function mayRecover(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.status ?? SERVER_ERROR) >= SERVER_ERROR;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, failure) => count < RETRIES && mayRecover(failure) },
    },
  });
}
