import type { UnfinishedWorkView } from '../../schema/provisioning/unfinished-provisioning.js';
import type { GatewayClient } from '../gateway/gateway-client.js';

/** Trackers that were cut off while they were set up. */
export async function unfinishedOf(gateway: GatewayClient): Promise<readonly UnfinishedWorkView[]> {
  const { unfinished } = await gateway.call('GET', '/api/provisioning');
  return unfinished as readonly UnfinishedWorkView[];
}

/** `867844003012625: Vans, begun 2026-11-21T08:22:34.512Z on /dev/ttyUSB0: it may be half set. Plug it in …` */
export function describeUnfinished({ hardwareId, deviceId, template, at, port, protocol }: UnfinishedWorkView): string {
  const name = deviceId === hardwareId ? hardwareId : `${deviceId} (${hardwareId})`;
  const what = template?.name ?? 'the undoing of a receipt';
  const when = at === null ? '' : ` ${at}`;
  return (
    `UNFINISHED  ${name}: ${what}, begun${when} on ${port}, and it may be half set. ` +
    `Plug it in on a port in provisioning for ${protocol}: it is finished by itself.`
  );
}
