import type { JSX } from 'preact';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useApp, useText } from '../../app-context.js';
import { formatNumber } from '../../format/quantity.js';
import { counterPartsText } from './counter-parts.text.js';
import { portsText } from './ports.text.js';
import { splitCounters, type CounterPart } from './split-counters.js';

/** What became of the frames and bytes of a port: each of them counts once. */
export function CounterParts({ counters }: Pick<PortStatus, 'counters'>): JSX.Element {
  const { preferences } = useApp();
  const t = useText(counterPartsText);
  const tPorts = useText(portsText);
  const format = (count: number): string => formatNumber(count, preferences.language.value);
  const framesText = (count: number): string =>
    count === 1 ? tPorts('oneFrame') : tPorts('frames', { count: format(count) });
  const labelOf = ({ name, kind = '' }: CounterPart): string =>
    name === 'withoutRecord' ? t(name, { kind }) : t(name);
  return (
    <ul class="counter-parts">
      {splitCounters(counters).map((part) => (
        <li key={labelOf(part)}>
          {[
            labelOf(part),
            ...(part.frames === undefined ? [] : [framesText(part.frames)]),
            tPorts('bytes', { count: format(part.bytes) }),
          ].join(' · ')}
        </li>
      ))}
    </ul>
  );
}
