/** An error of RFC 6749, with the code that goes on the wire. */
export class OidcError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = "OidcError";
    this.code = code;
    this.status = status;
  }
}
