import {
  type ApiError,
  ERROR_TEXTS,
  NOT_AUTHENTICATED,
  REQUEST_ERROR,
  serverErrorText,
  TOKEN_EXPIRED,
} from "@offhook/contract";

export type FailureReason =
  /** The service answered and said no. */
  | { readonly kind: "refused"; readonly status: number; readonly error: ApiError | null }
  /** No answer: the service is down, or something between us is. */
  | { readonly kind: "unreachable" }
  /** No answer, and the browser knows that it has no network. */
  | { readonly kind: "offline" };

/** A request that failed. Its message is the sentence the user reads. */
export class ApiFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(textOf(reason), options);
    this.name = "ApiFailure";
    this.reason = reason;
  }

  get status(): number | undefined {
    return this.reason.kind === "refused" ? this.reason.status : undefined;
  }

  get code(): ApiError["code"] | undefined {
    return this.reason.kind === "refused" ? this.reason.error?.code : undefined;
  }

  /** No one answered, so the same request may succeed later. */
  get isNetworkFailure(): boolean {
    return this.reason.kind !== "refused";
  }

  get needsNewToken(): boolean {
    return this.code === TOKEN_EXPIRED;
  }

  get isSessionGone(): boolean {
    return this.code === NOT_AUTHENTICATED;
  }

  /** The user must confirm that it is them; the same request then succeeds. */
  get needsStepUp(): boolean {
    return this.code === REQUEST_ERROR.stepUp;
  }
}

const CONTENT_TOO_LARGE = 413;
const INTERNAL_ERROR = 500;

function textOf(reason: FailureReason): string {
  if (reason.kind === "offline") return ERROR_TEXTS.offline;
  if (reason.kind === "unreachable") return ERROR_TEXTS.generalServerError;
  const { status, error } = reason;
  if (status === CONTENT_TOO_LARGE) return ERROR_TEXTS.fileTooLarge;
  // A fault of the service has nothing to tell a user but its number; a refusal explains itself.
  if (status < INTERNAL_ERROR && error?.message) return sentenceOf(error);
  return serverErrorText(status);
}

/** A part of the request that does not fit is told with the name it has on the wire, which is no word for a user. */
function sentenceOf({ code, message }: ApiError): string {
  return code === REQUEST_ERROR.invalid ? message.replace(/^[\w.-]+: /, "") : message;
}

/** The sentence for anything that was thrown; a bug of ours gets the general one. */
export function failureText(failure: unknown): string {
  return failure instanceof ApiFailure ? failure.message : ERROR_TEXTS.serverError;
}

const UNAUTHENTICATED = 401;

/**
 * An outage shows in its banner, and recovery loads everything anew; the sign-in page tells of a session that is over;
 * what was still on its way for an account that is left comes to nothing by intent. There is nothing to report in any.
 */
export function exceptOutages(report: (failure: unknown) => void): (failure: unknown) => void {
  return (failure) => {
    const isOutage = failure instanceof ApiFailure && failure.isNetworkFailure;
    const isSessionOver = failure instanceof ApiFailure && failure.status === UNAUTHENTICATED;
    const isAbandoned = failure instanceof DOMException && failure.name === "AbortError";
    if (!isOutage && !isSessionOver && !isAbandoned) report(failure);
  };
}
