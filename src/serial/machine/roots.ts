/** Where the kernel shows its devices and processes; folders of a test's own in tests. */
export type Roots = { readonly dev: string; readonly sys: string; readonly proc: string };

export const systemRoots: Roots = { dev: '/dev', sys: '/sys', proc: '/proc' };
