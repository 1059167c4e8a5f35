import type { Client } from '../api/client.js';
import { signIn } from '../api/client.js';
import { DEVICES, VICTIM_FIXES, VICTIM_FROM, type Account, type Target } from '../../attack/attack.js';

/** is notified of an SOS of any device */
export const SOS_RECIPIENT = 'guard@depot.example';

/** The accounts and devices that every attack finds, and a device with history for others. */
export async function prepareTarget(
  admin: Client,
  url: string,
  rest: Pick<Target, 'trackerPorts' | 'listenerPort' | 'farSidePort' | 'seconds' | 'scale'>,
): Promise<Target> {
  for (const id of Object.values(DEVICES)) await expectCreated(admin, '/api/devices', { id });
  const locations = Array.from({ length: VICTIM_FIXES }, (_, minute) => ({
    dateTime: new Date(VICTIM_FROM + minute * 60_000).toISOString(),
    latitude: 41,
    longitude: minute / 100,
  }));
  await expectCreated(admin, `/api/devices/${DEVICES.victim}/locations`, { locations });
  await expectCreated(admin, '/api/notifications', { name: 'every alert', emails: ['office@depot.example'] });
  await expectCreated(admin, '/api/notifications', {
    name: 'SOS',
    alerts: ['SOSButton'],
    emails: [SOS_RECIPIENT],
  });
  const { hostname, port } = new URL(url);
  const restricted = { deviceId: DEVICES.own };
  return {
    host: hostname,
    port: Number(port),
    plain: await createAccount(admin, url, 'plain', restricted),
    messenger: await createAccount(admin, url, 'messenger', { ...restricted, privileges: ['messages'] }),
    dispatcher: await createAccount(admin, url, 'dispatcher', { privileges: ['messages'] }),
    forwarder: await createAccount(admin, url, 'forwarder', { privileges: ['ingest'] }),
    registrar: await createAccount(admin, url, 'registrar', { privileges: ['devices:write'] }),
    ...rest,
  };
}

async function createAccount(admin: Client, url: string, name: string, fields: object): Promise<Account> {
  const contact = { email: `${name}@depot.example`, country: 'ES', timeZone: 'Europe/Madrid' };
  const { user } = await expectCreated(admin, '/api/users', { name, ...contact, ...fields });
  const { id } = user as { id: string };
  const { apiKey } = await expectCreated(admin, `/api/users/${id}/apiKey`);
  const { token } = await signIn(url, { userName: name, apiKey: String(apiKey) });
  return { id, token };
}

async function expectCreated(admin: Client, path: string, body?: object): Promise<Record<string, unknown>> {
  const created = await admin.call('POST', path, body);
  if (created.status !== 201) throw new Error(`POST ${path}: ${created.status} ${created.body.error ?? ''}`);
  return created.body;
}
