/** Names that read the same are the same: without regard to case, width, or how an accent was typed. */
export const caseFold = (name: string): string => name.normalize('NFKC').toLowerCase();
