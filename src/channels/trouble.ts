/** What is wrong, and the way out. */
export type Trouble = { readonly what: string; readonly remedy: string };

export const reasonOf = ({ what, remedy }: Trouble): string => `${what}; ${remedy}`;
