import { INTERVAL, QUIET_MINUTES, SPEED_LIMIT, TIME_ZONE, YARD } from './plan.js';
import { alarmedIds, posterIds, receiverOf, trackerIds, visitorIds, type Plan } from './plan.js';
import { ALARM } from './fleet.js';
import type { SoakedGateway } from './gateway.js';
import { portOf } from './receivers.js';

/** How the gateway of a soak is set up. */

const LICENSES = 1_000;
const BAUD_RATE = 9_600;
const UPLINK = 'center';

type ConfigOptions = {
  readonly plan: Plan;
  /** of the ports */
  readonly folder: string;
  readonly mailPort: number;
  /** of the trackers; left out: the build has no listeners */
  readonly trackerPort?: number;
};

export function configOf({ plan, folder, mailPort, trackerPort }: ConfigOptions): object {
  const smtp = { host: '127.0.0.1', port: mailPort, requireTls: false, allowSelfSigned: true };
  const ports = Array.from({ length: plan.receivers }, (_, n) => ({
    ...{ path: portOf(folder, n), protocol: 'nmea0183', baudRate: BAUD_RATE },
    ...{ deviceId: receiverOf(n), interval: INTERVAL },
  }));
  const listeners = [{ transport: 'tcp', host: '127.0.0.1', port: trackerPort, protocol: 'teltonika' }];
  return {
    timeZone: TIME_ZONE,
    licenses: { total: LICENSES },
    log: { level: 'error' },
    serial: { ports, ...(trackerPort !== undefined && { listeners }) },
    notifications: { email: { smtp, from: 'depot@depot.example' } },
  };
}

export const mailOf = (deviceId: string): string => `${deviceId}@depot.example`;

/** What every build has: devices, and rules that mail the alerts of some of them to an address of each. */
export async function setUpDevices({ call }: Pick<SoakedGateway, 'call'>, plan: Plan): Promise<void> {
  const alarmed = alarmedIds(plan);
  for (const id of [...posterIds(plan), ...trackerIds(plan)]) {
    const limits = { dailyEmailLimit: plan.dailyEmails };
    await call('POST', '/api/devices', { id, ...(alarmed.includes(id) && { limits }) });
  }
  const notify = (id: string, alert: string): Promise<unknown> =>
    call('POST', '/api/notifications', {
      ...{ name: id, alerts: [alert], devices: [id] },
      ...{ emails: [mailOf(id)], quietMinutes: QUIET_MINUTES },
    });
  for (const id of alarmed) await notify(id, ALARM);
  for (const id of visitorIds(plan)) await notify(id, 'ForbiddenArea');
}

/** What the build under test has: a zone, rules that raise alerts, and the uplink. Returns the id of the rule of the yard. */
export async function setUpRules({ call }: SoakedGateway, plan: Plan, brokerUrl: string): Promise<string> {
  const shape = { type: 'circle', ...YARD };
  const { zone } = await call<{ zone: { id: string } }>('POST', '/api/zones', { name: 'Yard', home: true, shape });
  const devices = posterIds(plan);
  const yard = { name: 'Yard', type: 'zone', zones: [zone.id], kind: 'forbidden', devices };
  const { alertRule } = await call<{ alertRule: { id: string } }>('POST', '/api/alertRules', yard);
  await call('POST', '/api/alertRules', { name: 'Fast', type: 'speed', limit: SPEED_LIMIT, all: true });
  await call('PUT', `/api/uplinks/${UPLINK}`, { type: 'mqtt', url: brokerUrl, from: 'start', enabled: true });
  return alertRule.id;
}
