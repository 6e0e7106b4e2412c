import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Long enough to tell requests apart, and nothing that could break a log line or a header. */
const SAFE = /^[\w.-]{8,64}$/;

/** Takes the id a proxy has given a request where it is safe to repeat; else makes one. */
export function createRequestIds(): (request: IncomingMessage) => string {
  // A random start per process and a counter: unique without asking for randomness with every request.
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return (request) => {
    const given = request.headers["x-request-id"];
    if (typeof given === "string" && SAFE.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
