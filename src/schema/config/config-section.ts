/** A section of the configuration: every key is optional, unknown keys are refused. */
export const section = <const P extends Record<string, unknown>>(description: string, properties: P) =>
  ({ type: 'object', description, default: {}, additionalProperties: false, properties }) as const;
