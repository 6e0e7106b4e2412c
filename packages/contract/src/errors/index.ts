export { ApiError, type Envelope, ErrorCode } from "./envelope.ts";
export { NOT_AUTHENTICATED, REQUEST_ERROR, STEP_UP_HEADER, TOKEN_EXPIRED } from "./error-codes.ts";
export { ERROR_TEXTS, serverErrorText } from "./error-texts.ts";
