import type { ApiResult, Api } from './client.js';

export type ConditionalUpdate = {
  readonly path: string;
  /** of what one has seen */
  readonly lastModified: string;
  /** as they are to be; what is not named stays as it is */
  readonly fields: Readonly<Record<string, unknown>>;
};

/**
 * Changes fields of a group, rule or template as it was when it was read (JSON Patch, RFC 6902). `changed_meanwhile`: it
 * is another by now, and nothing was changed.
 */
export async function updateIfUnmodified<T>(
  api: Pick<Api, 'send'>,
  { path, lastModified, fields }: ConditionalUpdate,
): Promise<ApiResult<T>> {
  const changes = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));
  const precondition = { op: 'test', path: '/lastModified', value: lastModified };
  const result = await api.send<T>('PATCH', path, [precondition, ...changes]);
  // The test is the first operation: it alone is refused by that place.
  const isModified = !result.ok && result.code === 'conflict' && result.message.startsWith('/0:');
  return isModified ? { ok: false, code: 'changed_meanwhile', message: '' } : result;
}
