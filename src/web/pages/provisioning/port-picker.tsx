import type { JSX } from 'preact';
import { useText } from '../../app-context.js';
import { provisioningText } from './provisioning.text.js';
import { portsForProtocol, pathsInUse, type ProvisioningData } from './provisioning-data.js';

export type PortPickerProps = {
  readonly data: Pick<ProvisioningData, 'ports' | 'provisionings'>;
  readonly protocol: string;
  readonly type: 'checkbox' | 'radio';
};

/** The ports for trackers of a protocol; ports in provisioning are disabled. */
export function PortPicker({ data, protocol, type }: PortPickerProps): JSX.Element {
  const t = useText(provisioningText);
  const ports = portsForProtocol(data.ports, protocol);
  const inUse = pathsInUse(data.provisionings);
  if (ports.length === 0) return <p class="notice">{t('noPorts', { protocol })}</p>;
  return (
    <fieldset class="port-choice">
      <legend>{t('ports')}</legend>
      {ports.map((port) => (
        <label key={port.path} class="inline">
          <input type={type} name="port" value={port.path} disabled={inUse.has(port.path)} />
          <span class="port">
            {port.path}{' '}
            <span class="muted small">
              {port.protocol}
              {inUse.has(port.path) ? ` · ${t('inUse')}` : ''}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
