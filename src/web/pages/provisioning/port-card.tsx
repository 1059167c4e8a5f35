import type { JSX } from 'preact';
import type { ProvisioningPortView } from '../../../schema/provisioning/provisioning.js';
import { useText } from '../../app-context.js';
import { OutcomeBadge } from '../../components/outcome-badge.js';
import { outcomeText } from '../../text/outcomes.js';
import { useServerText } from '../../components/server-text.js';
import { FailureReason } from './failure-reason.js';
import { provisioningText } from './provisioning.text.js';

export type PortCardProps = { readonly port: ProvisioningPortView; readonly once: boolean };

/** A port in provisioning: the step of its tracker, and the result of the last one. */
export function PortCard({ port, once }: PortCardProps): JSX.Element {
  const t = useText(provisioningText);
  const tOutcome = useText(outcomeText);
  const serverText = useServerText();
  const { path, step, message, hardwareId, deviceId, model, firmware, last } = port;
  const isFree = step === 'waiting' || step === 'done';
  return (
    <li class="port-card">
      <p class="port">
        <strong>{path}</strong>
      </p>
      <p class={`step ${isFree ? '' : 'step-busy'}`} role="status">
        {tOutcome(step)}
        {isFree && last !== null && !once ? <span class="small"> {t('next')}</span> : null}
      </p>
      {message === null ? null : <p class="small muted">{serverText(message)}</p>}
      <dl class="facts">
        <div>
          <dt>{t('identity')}</dt>
          <dd>{[...new Set([deviceId, hardwareId])].filter((id) => id !== null).join(' · ') || '–'}</dd>
        </div>
        <div>
          <dt>{t('model')}</dt>
          <dd>{[model, firmware].filter((name) => name !== null).join(' ') || '–'}</dd>
        </div>
        <div>
          <dt>{t('lastResult')}</dt>
          <dd>
            {last === null ? (
              <span class="muted">{t('noResult')}</span>
            ) : (
              <>
                <OutcomeBadge outcome={last.outcome} /> {last.deviceId ?? last.hardwareId ?? ''}
                {last.message === null ? null : (
                  <span class="small why">
                    <FailureReason code={last.code} message={last.message} />
                  </span>
                )}
              </>
            )}
          </dd>
        </div>
      </dl>
    </li>
  );
}
