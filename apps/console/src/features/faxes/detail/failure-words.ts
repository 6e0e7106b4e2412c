import { FAX_REASONS, type Fax } from "@offhook/contract";

export interface FailureWords {
  readonly text: string;
  readonly nextStep: string;
}

/** Pure. Why a fax failed, or its last try did, and what a person can do about it. */
export function failureWords({ reason, dlr_error }: Pick<Fax, "reason" | "dlr_error">): FailureWords {
  const words = reason === null ? undefined : FAX_REASONS[reason];
  return { text: dlr_error || words?.text || "It could not be sent", nextStep: words?.nextStep ?? "" };
}
