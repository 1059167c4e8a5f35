import type { JSX } from 'preact';
import { useText } from '../../parts.js';
import { benchText } from './bench.text.js';
import { fitting, pathsInUse, type BenchData } from './bench-data.js';

export type PortChoiceProps = {
  readonly data: Pick<BenchData, 'ports' | 'provisionings'>;
  readonly protocol: string;
  readonly type: 'checkbox' | 'radio';
};

/** The ports that trackers of a protocol may be on; those in provisioning already can not be chosen. */
export function PortChoice({ data, protocol, type }: PortChoiceProps): JSX.Element {
  const say = useText(benchText);
  const ports = fitting(data.ports, protocol);
  const inUse = pathsInUse(data.provisionings);
  if (ports.length === 0) return <p class="notice">{say('noPorts', { protocol })}</p>;
  return (
    <fieldset class="port-choice">
      <legend>{say('ports')}</legend>
      {ports.map((port) => (
        <label key={port.path} class="inline">
          <input type={type} name="port" value={port.path} disabled={inUse.has(port.path)} />
          <span class="port">
            {port.path}{' '}
            <span class="muted small">
              {port.protocol}
              {inUse.has(port.path) ? ` · ${say('inUse')}` : ''}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
