/** The access token is missing, malformed or has expired: refresh it and repeat the request. */
export const TOKEN_EXPIRED = 401;
/** The session is gone (signed out elsewhere, revoked, user disabled): refreshing cannot help. */
export const NOT_AUTHENTICATED = 433;
