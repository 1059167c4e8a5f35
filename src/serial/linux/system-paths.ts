/** Where the kernel shows its devices and processes; folders of a test's own in tests. */
export type SystemPaths = { readonly dev: string; readonly sys: string; readonly proc: string };

export const SYSTEM_PATHS: SystemPaths = { dev: '/dev', sys: '/sys', proc: '/proc' };
