/** Where the kernel shows its devices and processes; tests use their own folders. */
export type SystemPaths = { readonly dev: string; readonly sys: string; readonly proc: string };

export const SYSTEM_PATHS: SystemPaths = { dev: '/dev', sys: '/sys', proc: '/proc' };
