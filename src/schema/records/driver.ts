export const MAX_DRIVER_ID_CHARS = 64;

/** The id of a driver as it is kept: of a key, a card or a person. */
export const driverIdSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_DRIVER_ID_CHARS,
  description: 'id of the driver of that moment, in upper case',
} as const;

/** As clients and trackers send it. */
export const driverIdInputSchema = {
  type: 'string',
  maxLength: MAX_DRIVER_ID_CHARS,
  description: 'id of the driver, kept in upper case; empty or all zeros: none',
} as const;
