/** Who the called party sees, where that is neither the line that calls nor the company. */
export interface OwnCaller {
  /** Undefined: the company's number. */
  readonly callerId: string | undefined;
  readonly name: string;
}
