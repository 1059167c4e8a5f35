/** What is wrong, and the way out. */
export type Problem = { readonly what: string; readonly remedy: string };

export const reasonOf = ({ what, remedy }: Problem): string => `${what}; ${remedy}`;
