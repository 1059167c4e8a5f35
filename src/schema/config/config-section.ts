/** A part of the configuration: its own keys and no others, and all of it may be left out. */
export const section = <const P extends Record<string, unknown>>(description: string, properties: P) =>
  ({ type: 'object', description, default: {}, additionalProperties: false, properties }) as const;
