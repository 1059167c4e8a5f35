import type { Part } from './settings.js';
import { content, readFields, unsigned } from './wire.js';
import { chunk, number, type Written } from './writing.js';

/** From here on changes are only taken … */
export const beginEdit = number(64, 1);
/** … and here they are kept, after which the node may start anew. */
export const commitEdit = number(65, 1);

/** How a part is asked for, found in the answer, and set: AdminMessages. */
export const partAdmin: Readonly<
  Record<
    Part,
    {
      readonly get: Written;
      readonly find: (message: Uint8Array) => Uint8Array | undefined;
      readonly set: (part: Written) => Written;
      readonly what: string;
    }
  >
> = {
  owner: {
    get: number(3, 1),
    find: (message) => inside(message, 4),
    set: (user) => chunk(32, user),
    what: 'names (owner)',
  },
  position: {
    // get_config, of which 1 is the position
    get: number(5, 1),
    find(message) {
      const config = inside(message, 6);
      return config && inside(config, 2);
    },
    set: (position) => chunk(34, chunk(2, position)),
    what: 'position settings (config.position)',
  },
};

function inside(message: Uint8Array, field: number): Uint8Array | undefined {
  const fields = readFields(message, { [field]: 'bytes' });
  return fields && content(fields, field);
}

/** The error_reason of a Routing: 0 when the packet was taken. Nothing when it tells of a route, or can not be read. */
export function errorIn(routing: Uint8Array): number | undefined {
  const fields = readFields(routing, { 3: 'varint' });
  return fields?.size === 0 ? 0 : fields && unsigned(fields, 3);
}
