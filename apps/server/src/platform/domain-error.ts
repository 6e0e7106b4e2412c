import type { ErrorCode } from "@offhook/contract";

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  misdirected: 421,
  tooMany: 429,
  unavailable: 503,
} as const;

export type DomainErrorKind = keyof typeof STATUS;

/** A refusal with a code the console can explain. Anything else that is thrown is a bug and becomes a 500 in one place. */
export class DomainError extends Error {
  readonly kind: DomainErrorKind;
  readonly code: ErrorCode;

  constructor(kind: DomainErrorKind, code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DomainError";
    this.kind = kind;
    this.code = code;
  }

  get status(): number {
    return STATUS[this.kind];
  }
}
