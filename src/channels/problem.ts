/** What is wrong, and how to fix it. */
export type Problem = { readonly what: string; readonly remedy: string };

export const reasonOf = ({ what, remedy }: Problem): string => `${what}; ${remedy}`;
