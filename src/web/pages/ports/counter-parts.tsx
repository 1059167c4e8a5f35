import type { JSX } from 'preact';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useText } from '../../app-context.js';
import { counterPartsText } from './counter-parts.text.js';
import { portsText } from './ports.text.js';
import { splitCounters, type CounterPart } from './split-counters.js';

/** What became of the frames and bytes of a port: each of them counts once. */
export function CounterParts({ counters }: Pick<PortStatus, 'counters'>): JSX.Element {
  const t = useText(counterPartsText);
  const tPorts = useText(portsText);
  const labelOf = ({ name, kind = '' }: CounterPart): string =>
    name === 'withoutRecord' ? t(name, { kind }) : t(name);
  return (
    <ul class="counter-parts">
      {splitCounters(counters).map((part) => (
        <li key={labelOf(part)}>
          {[
            labelOf(part),
            ...(part.frames === undefined ? [] : [tPorts('frames', { count: part.frames })]),
            tPorts('bytes', { count: part.bytes }),
          ].join(' · ')}
        </li>
      ))}
    </ul>
  );
}
