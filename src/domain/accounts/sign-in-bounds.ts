/** Bounds of what the state holds of sign-ins; the oldest gives way. A session takes about 500 bytes. */
export const MAX_SESSIONS_OF_USER = 20;
export const MAX_SESSIONS = 5_000;
/** An address takes about 80 bytes. */
export const MAX_SIGN_IN_ADDRESSES = 16;
export const MAX_DISPLAYS = 50;
