import type { UnfinishedView } from '../../schema/unfinished.js';
import type { Gateway } from '../gateway.js';

/** Trackers that were cut off while they were set up. */
export async function unfinishedOf(gateway: Gateway): Promise<readonly UnfinishedView[]> {
  const { unfinished } = await gateway.call('GET', '/api/provisioning');
  return unfinished as readonly UnfinishedView[];
}

/** `867844003012625: Vans, begun 2026-11-21T08:22:34.512Z on /dev/ttyUSB0: it may be half set. Plug it in …` */
export function describeUnfinished({ hardwareId, deviceId, template, at, port, protocol }: UnfinishedView): string {
  const name = deviceId === hardwareId ? hardwareId : `${deviceId} (${hardwareId})`;
  const what = template?.name ?? 'the undoing of a receipt';
  const when = at === null ? '' : ` ${at}`;
  return (
    `UNFINISHED  ${name}: ${what}, begun${when} on ${port}, and it may be half set. ` +
    `Plug it in on a port in provisioning for ${protocol}: it is finished by itself.`
  );
}
