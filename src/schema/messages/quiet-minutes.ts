/**
 * Minutes until the same alert of the same device notifies again. Imports no library, because the dashboard uses this file.
 */
export const QUIET_MINUTES = { min: 2, max: 1440, default: 2 } as const;
