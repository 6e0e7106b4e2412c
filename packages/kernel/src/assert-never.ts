/** Fails compilation when a union has grown a member that the caller does not handle. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
