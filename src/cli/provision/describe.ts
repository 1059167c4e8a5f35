import type { ProvisioningPortView, UnitResult } from '../../schema/provisioning/provisioning.js';
import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import type { UnfinishedWorkView } from '../../schema/provisioning/unfinished-provisioning.js';

/** The tracker on a port, as far as it is identified: `VAN-001 "Van 1" (860000000000017, previously bw-1), GL300 0A03` */
function trackerLabel(
  tracker: Omit<ProvisioningPortView, 'provisioning' | 'path' | 'step' | 'message' | 'last'>,
): string {
  const { hardwareId, deviceId, deviceName, previousId, model, firmware } = tracker;
  if (hardwareId === null) return '';
  const id = deviceId ?? hardwareId;
  const others = [
    ...(hardwareId === id ? [] : [hardwareId]),
    ...(previousId === null || previousId === hardwareId ? [] : [`previously ${previousId}`]),
  ];
  const name = deviceName === null ? '' : ` ${JSON.stringify(deviceName)}`;
  const known = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `${id}${name}${known}, ${model ?? ''} ${firmware ?? ''}`.trim();
}

export const describeStep = (port: ProvisioningPortView): string =>
  `${port.path}  ${[port.step, trackerLabel(port), port.message ?? ''].filter((part) => part !== '').join(': ')}`;

export function describeResult(result: UnitResult): string {
  const { port, outcome, code, message, receipt, differences = [] } = result;
  const why = message === null ? '' : `\n    ${code ?? ''}: ${message}`;
  const proof = receipt === null ? '' : `  receipt ${receipt}`;
  const changes = differences.map(
    ({ name, present, desired }) =>
      `\n    ${name}  ${desired === undefined ? '(secret, would be written)' : `${show(present)} -> ${show(desired)}`}`,
  );
  return `${port}  ${outcome.toUpperCase()}  ${trackerLabel(result)}${proof}${why}${changes.join('')}`;
}

export function describeReceipt(receipt: ProvisioningReceipt): string {
  const names = [...new Set([...Object.keys(receipt.before), ...Object.keys(receipt.after)])].sort();
  const width = Math.max(0, ...names.map((name) => name.length));
  return [
    `Receipt   ${receipt.id}`,
    `Device    ${receipt.deviceId} (${receipt.hardwareId}, ${receipt.model} ${receipt.firmware})`,
    `Outcome   ${receipt.outcome}${receipt.message === null ? '' : `: ${receipt.message}`}`,
    `Template  ${receipt.template?.name ?? '-'}`,
    `Port      ${receipt.port} (${receipt.protocol})`,
    `By, at    ${receipt.by.name}, ${receipt.at}`,
    ...names.map((name) => `  ${name.padEnd(width)}  ${show(receipt.before[name])} -> ${show(receipt.after[name])}`),
    ...receipt.secrets.map((name) => `  ${name.padEnd(width)}  (secret, written)`),
    '',
  ].join('\n');
}

/** A tracker whose setup was interrupted, and how to finish it. */
export function describeUnfinished({ hardwareId, deviceId, template, at, port, protocol }: UnfinishedWorkView): string {
  const name = deviceId === hardwareId ? hardwareId : `${deviceId} (${hardwareId})`;
  const what = template?.name ?? 'undo of a receipt';
  const when = at === null ? '' : ` ${at}`;
  return (
    `UNFINISHED  ${name}: ${what}, started${when} on ${port}; its settings may be incomplete. ` +
    `To finish it, plug it in on a port in provisioning for ${protocol}.`
  );
}

const show = (value: unknown): string => (value === undefined ? '-' : JSON.stringify(value));
