/** A JSON object, as opposed to a list, null or a plain value. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const encoder = new TextEncoder();

/** UTF-8 bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
