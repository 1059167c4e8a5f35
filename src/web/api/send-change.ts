import type { Answer, Api } from './client.js';

export type ChangeWanted = {
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
export async function sendChange<T>(
  api: Pick<Api, 'send'>,
  { path, lastModified, fields }: ChangeWanted,
): Promise<Answer<T>> {
  const changes = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));
  const seen = { op: 'test', path: '/lastModified', value: lastModified };
  const answer = await api.send<T>('PATCH', path, [seen, ...changes]);
  // The test is the first operation: it alone is refused by that place.
  const isOld = !answer.ok && answer.code === 'conflict' && answer.message.startsWith('/0:');
  return isOld ? { ok: false, code: 'changed_meanwhile', message: '' } : answer;
}
