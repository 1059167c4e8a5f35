import type { JSX } from 'preact';
import type { BenchView } from '../../../schema/provisioning.js';
import { useText } from '../../parts.js';
import { OutcomeBadge } from '../../shell/outcome-badge.js';
import { outcomeText } from '../../text/outcomes.js';
import { benchText } from './bench.text.js';

export type PortCardProps = { readonly bench: BenchView; readonly once: boolean };

/** A port in provisioning: how far it is with the tracker on it, and what became of the last one. */
export function PortCard({ bench, once }: PortCardProps): JSX.Element {
  const say = useText(benchText);
  const sayOutcome = useText(outcomeText);
  const { path, step, message, hardwareId, deviceId, model, firmware, last } = bench;
  const isFree = step === 'waiting' || step === 'done';
  return (
    <li class="port-card">
      <p class="port">
        <strong>{path}</strong>
      </p>
      <p class={`step ${isFree ? '' : 'step-busy'}`} role="status">
        {sayOutcome(step)}
        {isFree && last !== null && !once ? <span class="small"> {say('next')}</span> : null}
      </p>
      {message === null ? null : <p class="small muted">{message}</p>}
      <dl class="facts">
        <div>
          <dt>{say('identity')}</dt>
          <dd>{[...new Set([deviceId, hardwareId])].filter((one) => one !== null).join(' · ') || '–'}</dd>
        </div>
        <div>
          <dt>{say('model')}</dt>
          <dd>{[model, firmware].filter((one) => one !== null).join(' ') || '–'}</dd>
        </div>
        <div>
          <dt>{say('lastResult')}</dt>
          <dd>
            {last === null ? (
              <span class="muted">{say('noResult')}</span>
            ) : (
              <>
                <OutcomeBadge outcome={last.outcome} /> {last.deviceId ?? last.hardwareId ?? ''}
                {last.message === null ? null : <span class="small why">{last.message}</span>}
              </>
            )}
          </dd>
        </div>
      </dl>
    </li>
  );
}
