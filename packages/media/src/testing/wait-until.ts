const POLL_MS = 20;

/** Waits for a state, never for a time; fails with what was seen last. */
export async function waitUntil<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  isReached: (value: Value) => boolean = Boolean,
  timeoutMs = 20_000,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isReached(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`Waited in vain for ${what}; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
