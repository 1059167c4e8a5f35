import { authorSchema, type Author } from '../accounts/author.js';
import { validatorOf } from '../validator.js';

/** Checks the author of an entry: a restored log can have anything there. */
export const validateAuthor = validatorOf<Author>(authorSchema);
