import type { ApiResult, Api } from './client.js';

export type ConditionalUpdate = {
  readonly path: string;
  /** version that the user has seen */
  readonly lastModified: string;
  /** the new values; other fields stay unchanged */
  readonly fields: Readonly<Record<string, unknown>>;
};

/**
 * Changes fields of a group, rule or template if it is unmodified since it was read (JSON Patch, RFC 6902).
 * `changed_meanwhile`: it was modified, and nothing was changed.
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
  return isFailedTest(result) ? { ok: false, code: 'changed_meanwhile', text: '' } : result;
}

/** Whether a precondition of a JSON Patch was not met: the entity was modified meanwhile. */
export const isFailedTest = (result: ApiResult<unknown>): boolean =>
  !result.ok && result.message?.id === 'patch.testFailed';
