export { ApiError, type Envelope, ErrorCode, NOT_AUTHENTICATED, TOKEN_EXPIRED } from "./envelope.ts";
export { ERROR_TEXTS, serverErrorText } from "./error-texts.ts";
