/** PEM text: certificates or a key. */
export const PEM_PATTERN = '^-----BEGIN [A-Z0-9 ]{1,40}-----\\s[\\s\\S]*-----END [A-Z0-9 ]{1,40}-----\\s*$';
/** The same, or empty. */
export const OPTIONAL_PEM_PATTERN = `^$|${PEM_PATTERN}`;

/** A PEM text; false: the path of a file. */
export const isPem = (text: string): boolean => text.startsWith('-----BEGIN ');
