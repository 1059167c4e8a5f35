/** A file of this package. The code lies two folders below it: in dist/src as compiled, in dist/waypost as it is run. */
export const packageFile = (name: string): URL => new URL(`../../${name}`, import.meta.url);
