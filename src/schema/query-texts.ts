import { success, type Result } from '../errors.js';
import { valueErrors } from './messages.js';

/** A number as people and programs write it; every one is finite. */
const DIGITS = /^-?\d{1,17}(?:\.\d{1,17})?$/;

/**
 * Query parameters are text: returns a function that converts those whose schema has a number or boolean. Digits alone
 * make a number: `1e999` would be Infinity, which Ajv compares with no bound.
 */
export function createQueryTexts(schema: object): (query: unknown) => Result<unknown> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { readonly type?: string }>> };
  return (query) => {
    const converted: Record<string, unknown> = { ...(query as Readonly<Record<string, unknown>>) };
    for (const [name, text] of Object.entries(converted)) {
      const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
      if (typeof text !== 'string') continue;
      if (type === 'boolean' && (text === 'true' || text === 'false')) converted[name] = text === 'true';
      else if (type === 'integer' || type === 'number') {
        if (!DIGITS.test(text)) return valueErrors.digits(`/${name}`);
        converted[name] = Number(text);
      }
    }
    return success(converted);
  };
}
