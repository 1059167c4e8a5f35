/** The `email` format of ajv-formats; not imported, because the dashboard uses this file. */
const MAIL_ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
/** RFC 5321, 4.5.3.1: the part before the @, and the whole address without its brackets. */
const MAX_LOCAL_CHARS = 64;
const MAX_CHARS = 254;

/** Accepts one plain mail address like depot@example.com, without a name, comment, quotes or brackets. */
export const isMailAddress = (text: string): boolean =>
  text.length <= MAX_CHARS && text.lastIndexOf('@') <= MAX_LOCAL_CHARS && MAIL_ADDRESS.test(text);
