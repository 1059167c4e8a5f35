import type { FromSchema } from 'json-schema-to-ts';
import type { PortStatus } from '../../../schema/ports/port.js';
import type { capabilitySchema } from '../../../schema/provisioning/capability.js';
import type { ProvisioningView } from '../../../schema/provisioning/provisioning.js';
import type { UnfinishedWorkView } from '../../../schema/provisioning/unfinished-provisioning.js';
import type { Template } from '../../../schema/provisioning/template.js';
import type { ApiResult, Api } from '../../api/client.js';
import { isInUse } from '../../format/port.js';

/** The settings of a protocol's trackers. */
export type CapabilityView = Readonly<FromSchema<typeof capabilitySchema>>;

export type ProvisioningData = {
  readonly provisionings: readonly ProvisioningView[];
  readonly unfinished: readonly UnfinishedWorkView[];
  readonly protocols: readonly CapabilityView[];
  readonly templates: readonly Template[];
  readonly ports: readonly PortStatus[];
};

/** Reads all data of the provisioning page; fails if one part cannot be read. */
export async function readProvisioning(api: Pick<Api, 'get'>): Promise<ApiResult<ProvisioningData>> {
  const [provisioning, templates, ports] = await Promise.all([
    api.get<Pick<ProvisioningData, 'provisionings' | 'unfinished' | 'protocols'>>('/api/provisioning'),
    api.get<Pick<ProvisioningData, 'templates'>>('/api/templates'),
    api.get<Pick<ProvisioningData, 'ports'>>('/api/ports'),
  ]);
  if (!provisioning.ok) return provisioning;
  if (!templates.ok) return templates;
  if (!ports.ok) return ports;
  // Each answer has more fields than these, some with the same name.
  const { provisionings, unfinished, protocols } = provisioning.value;
  return {
    ok: true,
    value: { provisionings, unfinished, protocols, templates: templates.value.templates, ports: ports.value.ports },
  };
}

/** The ports in use that are set to the protocol, or to none; no listeners. */
export const portsForProtocol = (ports: readonly PortStatus[], protocol: string): readonly PortStatus[] =>
  ports.filter(
    (port) =>
      port.listener === undefined &&
      isInUse(port) &&
      (port.protocol === protocol || port.protocol === 'auto' || port.candidates.length > 0),
  );

/** A port that decoded a tracker longer ago may have another one now. */
const RECENT_MS = 60_000;

/** The port has just decoded a tracker that cannot get a template of `protocol`. */
export function hasOtherTracker(
  port: Pick<PortStatus, 'state' | 'protocol' | 'lastFrameAt'>,
  protocol: string,
  capability: CapabilityView | undefined,
  now: number,
): boolean {
  if (port.state !== 'open' || port.lastFrameAt === null || now - Date.parse(port.lastFrameAt) > RECENT_MS)
    return false;
  return !['auto', protocol, capability?.alsoSends ?? protocol].includes(port.protocol);
}

/** The paths of ports in provisioning. */
export const pathsInUse = (provisionings: readonly ProvisioningView[]): ReadonlySet<string> =>
  new Set(provisionings.filter(({ ended }) => ended === null).flatMap(({ ports }) => ports.map(({ path }) => path)));

const SECRET_PREFIX = 'secret:';
export const secretFieldName = (name: string): string => SECRET_PREFIX + name;

/** The secrets that were entered; undefined if there are none. */
export function readSecrets(data: FormData): Readonly<Record<string, string>> | undefined {
  const filled = [...data].flatMap(([name, value]) =>
    name.startsWith(SECRET_PREFIX) && typeof value === 'string' && value !== ''
      ? [[name.slice(SECRET_PREFIX.length), value] as const]
      : [],
  );
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
