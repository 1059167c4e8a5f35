import type { FromSchema } from 'json-schema-to-ts';
import type { PortStatus } from '../../../schema/port.js';
import type { capabilitySchema } from '../../../schema/capability.js';
import type { ProvisioningView } from '../../../schema/provisioning.js';
import type { UnfinishedView } from '../../../schema/unfinished.js';
import type { Template } from '../../../schema/template.js';
import type { Answer, Api } from '../../api/client.js';

/** What can be set on trackers of a protocol. */
export type CapabilityView = Readonly<FromSchema<typeof capabilitySchema>>;

export type BenchData = {
  readonly provisionings: readonly ProvisioningView[];
  readonly unfinished: readonly UnfinishedView[];
  readonly protocols: readonly CapabilityView[];
  readonly templates: readonly Template[];
  readonly ports: readonly PortStatus[];
};

/** All that the bench needs; the first failure is that of the whole. */
export async function readBench(api: Pick<Api, 'get'>): Promise<Answer<BenchData>> {
  const [work, templates, ports] = await Promise.all([
    api.get<Pick<BenchData, 'provisionings' | 'unfinished' | 'protocols'>>('/api/provisioning'),
    api.get<Pick<BenchData, 'templates'>>('/api/templates'),
    api.get<Pick<BenchData, 'ports'>>('/api/ports'),
  ]);
  if (!work.ok) return work;
  if (!templates.ok) return templates;
  if (!ports.ok) return ports;
  return { ok: true, value: { ...work.value, ...templates.value, ...ports.value } };
}

/** Those on which trackers of the protocol may be: configured for it, or not configured for any. */
export const fitting = (ports: readonly PortStatus[], protocol: string): readonly PortStatus[] =>
  ports.filter((port) => port.protocol === protocol || port.protocol === 'auto' || port.heard.length > 0);

/** Paths that are in provisioning. */
export const pathsInUse = (provisionings: readonly ProvisioningView[]): ReadonlySet<string> =>
  new Set(provisionings.filter(({ ended }) => ended === null).flatMap(({ ports }) => ports.map(({ path }) => path)));

const SECRET = 'secret:';
export const secretField = (name: string): string => SECRET + name;

export const textIn = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

/** The secrets that were filled in; undefined when there are none. */
export function secretsIn(data: FormData): Readonly<Record<string, string>> | undefined {
  const filled = [...data].flatMap(([name, value]) =>
    name.startsWith(SECRET) && typeof value === 'string' && value !== ''
      ? [[name.slice(SECRET.length), value] as const]
      : [],
  );
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
