/** Text of request bodies from the first byte until the answer, of all clients. */
export const BODY_BYTES = 32 * 1_048_576;
/** Answers that are not sent yet, of all clients. */
export const ANSWER_BYTES = 32 * 1_048_576;
/** A sign-in: its caller is not known yet, so its body is small, and never unpacked. */
export const SIGN_IN_BODY_BYTES = 4_096;
/** Bodies and answers up to here are not counted: the number of connections bounds them. */
export const UNCOUNTED_BYTES = 16_384;
