import {
  QueryClient,
  useInfiniteQuery as useInfiniteQueryOf,
  useQuery as useQueryOf,
} from "@tanstack/react-query";
import { useAccountQueries } from "./account-queries.ts";
import { ApiFailure } from "./api-failure.ts";

const RETRIES = 2;
const SERVER_ERROR = 500;

/** Only what may succeed a moment later is tried again: a refusal stays one, and the user should read it at once. */
function mayRecover(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.status ?? SERVER_ERROR) >= SERVER_ERROR;
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: (count, failure) => count < RETRIES && mayRecover(failure) },
    },
  });
  // From now on it hears when the window is looked at again, and when the network is back.
  client.mount();
  return client;
}

export function useQueryClient(): QueryClient {
  return useAccountQueries().client(createQueryClient);
}

// The library's own types, which a wrapper could only repeat: what is added is the client, not a shape.
export const useQuery = ((options: Parameters<typeof useQueryOf>[0]) =>
  useQueryOf(options, useQueryClient())) as typeof useQueryOf;

export const useInfiniteQuery = ((options: Parameters<typeof useInfiniteQueryOf>[0]) =>
  useInfiniteQueryOf(options, useQueryClient())) as typeof useInfiniteQueryOf;
