import { isStorable } from "@offhook/kernel";

export type LargeBodyProblem = "notJson" | "forbiddenKey" | "unstorable" | "tooManyParts";

export type LargeBody =
  | { readonly value: unknown; readonly problem: null }
  | { readonly problem: LargeBodyProblem };

/** More values than any request has: a file is one of them. Handing over more would hold up the server. */
const MAX_PARTS = 300_000;
const MAX_DEPTH = 50;

/** Reads a large JSON body and looks through it. Runs in a thread of its own. */
export function* parseLargeBody(body: Uint8Array): Generator<LargeBody> {
  yield read(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
}

function read(text: string): LargeBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "notJson" };
  }
  const problem = problemOf(value);
  return problem ? { problem } : { value, problem: null };
}

/** Level by level and not by recursion: what comes from outside may be nested deeper than the stack. */
function problemOf(root: unknown): LargeBodyProblem | undefined {
  let level: unknown[] = [root];
  let parts = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    parts += level.length;
    if (parts > MAX_PARTS || depth > MAX_DEPTH) return "tooManyParts";
    const below: unknown[] = [];
    for (const value of level) {
      const problem = lookAt(value, below);
      if (problem) return problem;
    }
    level = below;
  }
  return undefined;
}

/** Adds what the value holds to the level below it. */
function lookAt(value: unknown, below: unknown[]): LargeBodyProblem | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : "unstorable";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__" || (key === "constructor" && hasPrototype(inner))) return "forbiddenKey";
    if (!isStorable(key)) return "unstorable";
    below.push(inner);
  }
  return undefined;
}

/** What could poison objects that the body is merged into. */
function hasPrototype(inner: unknown): boolean {
  return typeof inner === "object" && inner !== null && Object.hasOwn(inner, "prototype");
}
