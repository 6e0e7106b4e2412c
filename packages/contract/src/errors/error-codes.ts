/** The access token is missing, malformed or has expired: refresh it and repeat the request. */
export const TOKEN_EXPIRED = 401;
/** The session is gone (signed out elsewhere, revoked, user disabled): refreshing cannot help. */
export const NOT_AUTHENTICATED = 433;

/** The header that carries the proof of a step-up. */
export const STEP_UP_HEADER = "x-step-up";

/** Refusals any route may answer with; those of a feature stand with the feature. */
export const REQUEST_ERROR = {
  /** A part of the request does not fit its schema; the message names the field. */
  invalid: "request.invalid",
  tooMany: "request.tooMany",
  /** The application key is missing or wrong. */
  appKey: "request.appKey",
  /** The feature is switched off for this user. */
  featureDisabled: "feature.disabled",
  /** The route is for the company's administrators. */
  notAdministrator: "administration.required",
  notSupervisor: "supervision.required",
  /** The user must confirm that it is them: get a proof from `/stepUp/check` and repeat the request with it. */
  stepUp: "session.stepUp",
  routeNotFound: "route.notFound",
  /** A demo does not answer to the name in the address. */
  host: "request.host",
  /** The body is larger than the route accepts. */
  tooLarge: 413,
  serverError: "server.error",
  /** The database cannot be reached, or the server is stopping: try again soon. */
  unavailable: "server.unavailable",
} as const;
