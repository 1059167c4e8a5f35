import type { Client } from './client.js';
import type { FuzzRequest, Part } from './fuzz-request.js';
import type { RawAnswer } from './raw-client.js';

/** Maximum per kind; more would only slow the lists down. */
const MOST_OF_A_KIND = 20;

const resources: Readonly<Record<string, string>> = { device: 'deviceId', group: 'groupId', user: 'userId' };

export type KnownIds = {
  /** the path with its parameters filled in, with existing ids where there are any */
  readonly fill: (request: FuzzRequest) => string;
  /** records created and removed ids, and removes what exceeds the maximum */
  readonly learn: (request: FuzzRequest, path: string, answer: RawAnswer, admin: Client) => Promise<void>;
};

/** Existing ids by the name of their path parameter; the initial ones are never removed. */
export function createKnownIds(first: Readonly<Record<string, readonly string[]>>): KnownIds {
  const made = new Map<string, string[]>(Object.keys(first).map((name) => [name, []]));

  const idOf = (name: string, part: Part, forGood: boolean): string => {
    if (typeof part === 'string') return part;
    const known = [...(forGood ? (first[name] ?? []) : []), ...(made.get(name) ?? [])];
    return known[part.known % Math.max(1, known.length)] ?? 'none';
  };

  return {
    fill({ method, path, parts }) {
      const stays = method !== 'DELETE' || !path.endsWith('}');
      return Object.entries(parts).reduce(
        (all, [name, part]) => all.replace(`{${name}}`, idOf(name, part, stays)),
        path,
      );
    },
    async learn({ method, path: template }, path, { status, text }, admin) {
      const [, plural = ''] = /^\/api\/(\w+)s(?:\/\{\w+\})?$/.exec(template) ?? [];
      const name = resources[plural];
      const own = name === undefined ? undefined : made.get(name);
      if (own === undefined || status >= 300) return;
      const gone = own.indexOf(path.split(/[/?]/)[3] ?? '');
      if (method === 'DELETE' && gone >= 0) own.splice(gone, 1);
      if (method === 'POST') own.push((JSON.parse(text) as { id: string }).id);
      if (own.length <= MOST_OF_A_KIND) return;
      await admin.call('DELETE', `/api/${plural}s/${own.shift() ?? ''}`);
    },
  };
}
