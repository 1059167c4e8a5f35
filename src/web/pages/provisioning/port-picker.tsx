import type { JSX, TargetedEvent } from 'preact';
import { useText } from '../../app-context.js';
import { portNames } from './port-names.js';
import { provisioningText } from './provisioning.text.js';
import { portsForProtocol, pathsInUse, type ProvisioningData } from './provisioning-data.js';

export type PortPickerProps = {
  readonly data: Pick<ProvisioningData, 'ports' | 'provisionings'>;
  readonly protocol: string;
  readonly type: 'checkbox' | 'radio';
  /** paths that are chosen at first; a single port always is */
  readonly chosen?: readonly string[];
};

/** The ports for trackers of a protocol; ports in provisioning are disabled. */
export function PortPicker({ data, protocol, type, chosen = [] }: PortPickerProps): JSX.Element {
  const t = useText(provisioningText);
  const ports = portsForProtocol(data.ports, protocol);
  const inUse = pathsInUse(data.provisionings);
  const names = portNames(ports);
  const free = ports.filter(({ path }) => !inUse.has(path));
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
            disabled={inUse.has(port.path)}
            defaultChecked={chosen.includes(port.path) || (free.length === 1 && free[0] === port)}
          />
          <span class="port">
            {names.get(port.path)}{' '}
            <span class="muted small">
              {port.path} · {port.protocol}
              {inUse.has(port.path) ? ` · ${t('inUse')}` : ''}
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
