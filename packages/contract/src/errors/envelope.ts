import { z } from "zod";

/** Numbers are the spec's own codes; everything else is `noun.reason`. */
export const ErrorCode = z.union([z.number().int(), z.string()]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const ApiError = z.object({ code: ErrorCode, message: z.string() });
export type ApiError = z.infer<typeof ApiError>;

/** Every reply of the REST service has this shape, whatever the HTTP status. */
export type Envelope<Result> = { error: null; result: Result } | { error: ApiError; result: null };
