import { fullFormats } from 'ajv-formats/dist/formats.js';

const form = fullFormats.email as RegExp;
/** RFC 5321, 4.5.3.1: of the part before the @, and of the whole in a path without its brackets. */
const mostLocal = 64;
const most = 254;

/** Is this one plain mail address, like depot@example.com: without a name, a comment, quotes or brackets? */
export const isMailAddress = (text: string): boolean =>
  text.length <= most && text.lastIndexOf('@') <= mostLocal && form.test(text);
