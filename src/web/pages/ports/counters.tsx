import type { JSX } from 'preact';
import type { ListenerRefusal, ListenerStatus } from '../../../schema/ports/listener.js';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useApp, useText } from '../../app-context.js';
import { formatNumber } from '../../format/quantity.js';
import { CounterParts } from './counter-parts.js';
import { portsText } from './ports.text.js';
import { refusalsText } from './refusals.text.js';
import { isOnlyCut } from './split-counters.js';

const FAULTS = ['badChecksums', 'rejected', 'unknownDevices', 'reopened'] as const;

export type CountersProps = Pick<PortStatus, 'counters'> & { readonly listener?: ListenerStatus | undefined };

/** What a port or a connection received, and what was wrong with it. */
export function Counters({ counters, listener }: CountersProps): JSX.Element {
  const { preferences } = useApp();
  const t = useText(portsText);
  const tRefusals = useText(refusalsText);
  const isCut = listener === undefined && isOnlyCut(counters);
  const refused = Object.entries(listener?.refused ?? {}).filter(([, count]) => count > 0);
  return (
    <div>
      <details>
        <summary>
          {t('frames', { count: counters.frames })}
          <span class="muted small">{t('bytes', { count: counters.bytes })}</span>
        </summary>
        <CounterParts counters={counters} />
      </details>
      {counters.discardedBytes === 0 || isCut ? null : (
        <span class="small">{t('discarded', { count: counters.discardedBytes })}</span>
      )}
      {FAULTS.filter((name) => counters[name] > 0 && !(isCut && name === 'badChecksums')).map((name) => (
        <span key={name} class="small">
          {t(name, { count: counters[name] })}
        </span>
      ))}
      {refused.map(([reason, count]) => (
        <span key={reason} class="small">
          {isRefusal(reason)
            ? tRefusals(reason, { count })
            : `${formatNumber(count, preferences.language.value)} × ${reason}`}
        </span>
      ))}
      {listener === undefined || listener.conflicts === 0 ? null : (
        <span class="small">{t('conflicts', { count: listener.conflicts })}</span>
      )}
    </div>
  );
}

const isRefusal = (reason: string): reason is ListenerRefusal => Object.hasOwn(refusalsText.english, reason);
