import type { JSX, TargetedEvent } from 'preact';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useApp, useText } from '../../app-context.js';
import { portNames } from './port-names.js';
import { provisioningText } from './provisioning.text.js';
import { hasOtherTracker, portsForProtocol, pathsInUse, type ProvisioningData } from './provisioning-data.js';

export type PortPickerProps = {
  readonly data: Pick<ProvisioningData, 'ports' | 'protocols' | 'provisionings'>;
  readonly protocol: string;
  readonly type: 'checkbox' | 'radio';
  /** paths that are chosen at first; a single port always is */
  readonly chosen?: readonly string[];
};

/** The ports for trackers of a protocol; ports in provisioning are disabled. */
export function PortPicker({ data, protocol, type, chosen = [] }: PortPickerProps): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(provisioningText);
  const ports = portsForProtocol(data.ports, protocol);
  const inUse = pathsInUse(data.provisionings);
  const names = portNames(ports);
  const capability = data.protocols.find((known) => known.protocol === protocol);
  const hasOther = (port: PortStatus): boolean => hasOtherTracker(port, protocol, capability, gatewayClock.now());
  const isUsable = (port: PortStatus): boolean => !inUse.has(port.path) && !hasOther(port);
  const free = ports.filter(isUsable);
  if (ports.length === 0) return <p class="notice">{t('noPorts', { protocol })}</p>;
  return (
    <fieldset class="port-choice">
      <legend>{t('ports')}</legend>
      {type === 'checkbox' && free.length > 1 ? (
        <label class="inline">
          <input type="checkbox" onChange={checkAll} />
          {t('allPorts')}
        </label>
      ) : null}
      {ports.map((port) => (
        <label key={port.path} class="inline">
          <input
            type={type}
            name="port"
            value={port.path}
            disabled={!isUsable(port)}
            defaultChecked={(chosen.includes(port.path) && isUsable(port)) || (free.length === 1 && free[0] === port)}
          />
          <span class="port">
            {names.get(port.path)}{' '}
            <span class="muted small">
              {port.path} · {port.protocol}
              {inUse.has(port.path) ? ` · ${t('inUse')}` : hasOther(port) ? ` · ${t('otherProtocol')}` : ''}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function checkAll({ currentTarget }: TargetedEvent<HTMLInputElement>): void {
  const ports = currentTarget.form?.querySelectorAll<HTMLInputElement>('input[name=port]:not(:disabled)') ?? [];
  for (const port of ports) port.checked = currentTarget.checked;
}
