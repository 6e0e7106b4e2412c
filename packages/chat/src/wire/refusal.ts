/** A request that is turned down, as the client will read it. */
export class ChatRefusal extends Error {
  readonly code: number;
  readonly params: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, text: string, params?: Readonly<Record<string, unknown>>) {
    super(text);
    this.name = "ChatRefusal";
    this.code = code;
    this.params = params;
  }
}

export const malformed = (): ChatRefusal => new ChatRefusal(400, "malformed");
export const authenticationRequired = (): ChatRefusal => new ChatRefusal(401, "authentication required");
export const permissionDenied = (): ChatRefusal => new ChatRefusal(403, "permission denied");
export const topicNotFound = (): ChatRefusal => new ChatRefusal(404, "topic not found");
export const userNotFound = (): ChatRefusal => new ChatRefusal(404, "user not found");
export const notFound = (): ChatRefusal => new ChatRefusal(404, "not found");
export const attachFirst = (): ChatRefusal => new ChatRefusal(409, "must attach first");
export const outOfSequence = (): ChatRefusal => new ChatRefusal(409, "command out of sequence");
export const notAllowed = (): ChatRefusal => new ChatRefusal(405, "operation or method not allowed");
export const alreadySignedIn = (): ChatRefusal => new ChatRefusal(409, "already authenticated");
export const duplicateCredential = (what: string | undefined): ChatRefusal =>
  new ChatRefusal(409, "duplicate credential", what === undefined ? undefined : { what });
export const policyViolation = (): ChatRefusal => new ChatRefusal(422, "policy violation");
/** Not an error to clients, but the end of the request all the same. */
export const notModified = (): ChatRefusal => new ChatRefusal(304, "not modified");
export const noAction = (): ChatRefusal => new ChatRefusal(304, "no action");
