/** Makes names that read the same equal: ignores case, width and the encoding of accents. */
export const caseFold = (name: string): string => name.normalize('NFKC').toLowerCase();
