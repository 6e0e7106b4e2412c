import { ApiFailure, failureText } from "../api/api-failure.ts";
import type { Verdict } from "./outbox.ts";

const SERVER_FAULT = 500;

/** What is no answer of the service, a part of the page that cannot be loaded say, is no refusal either. */
export function verdictOf(failure: unknown): Verdict {
  if (!(failure instanceof ApiFailure) || failure.isNetworkFailure) return { name: "outOfReach" };
  const reason = failureText(failure);
  return { name: (failure.status ?? 0) >= SERVER_FAULT ? "fault" : "refused", reason };
}
