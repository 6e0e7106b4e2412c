import { z } from "zod";

/** Numbers are the spec's own codes; everything else is `noun.reason`. */
export const ErrorCode = z.union([z.number().int(), z.string()]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const ApiError = z.object({ code: ErrorCode, message: z.string() });
export type ApiError = z.infer<typeof ApiError>;

/** Every reply of the REST service has this shape, whatever the HTTP status. */
export type Envelope<Result> = { error: null; result: Result } | { error: ApiError; result: null };

/** The access token is missing, malformed or has expired: refresh it and repeat the request. */
export const TOKEN_EXPIRED = 401;
/** The session is gone (signed out elsewhere, revoked, user disabled): refreshing cannot help. */
export const NOT_AUTHENTICATED = 433;
