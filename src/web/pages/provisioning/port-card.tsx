import type { JSX } from 'preact';
import type { ProvisioningPortView, UnitOutcome, UnitResult } from '../../../schema/provisioning/provisioning.js';
import { useText } from '../../app-context.js';
import { OUTCOME_CLASSES } from '../../components/outcome-badge.js';
import { useServerText } from '../../components/server-text.js';
import { linkTo } from '../../routing/match.js';
import { outcomeText } from '../../text/outcomes.js';
import { DifferenceList } from './difference-list.js';
import { FailureReason } from './failure-reason.js';
import type { CapabilityView } from './provisioning-data.js';
import { provisioningText } from './provisioning.text.js';

export type PortCardProps = {
  readonly port: ProvisioningPortView;
  readonly name: string;
  readonly once: boolean;
  readonly settings: CapabilityView['settings'] | undefined;
};

/** A port in provisioning, to read from a distance: the tracker and its step, or the last result until the next one. */
export function PortCard({ port, name, once, settings }: PortCardProps): JSX.Element {
  const { step, last } = port;
  const isFree = step === 'waiting' || step === 'done';
  return (
    <li class={`port-card ${isFree && last !== null ? `result-${OUTCOME_CLASSES[last.outcome]}` : ''}`}>
      <p class="port">
        <strong>{name}</strong>
        {name === port.path ? null : <span class="small port-path"> {port.path}</span>}
      </p>
      {isFree && last !== null ? (
        <LastResult result={last} hasNext={!once} settings={settings} />
      ) : (
        <Progress port={port} isFree={isFree} />
      )}
    </li>
  );
}

type ProgressProps = { readonly port: ProvisioningPortView; readonly isFree: boolean };

function Progress({ port, isFree }: ProgressProps): JSX.Element {
  const tOutcome = useText(outcomeText);
  const serverText = useServerText();
  const { step, message } = port;
  return (
    <>
      {isFree ? null : <Identity {...port} />}
      <p class={`step ${isFree ? '' : 'step-busy'}`} role="status">
        {tOutcome(step)}
      </p>
      {message === null ? null : <p class="small muted">{serverText(message)}</p>}
    </>
  );
}

const SIGNS: Readonly<Record<UnitOutcome, string>> = {
  verified: '✓',
  unchanged: '✓',
  undone: '↶',
  differs: '≠',
  failed: '✗',
  interrupted: '!',
};

type LastResultProps = Pick<PortCardProps, 'settings'> & { readonly result: UnitResult; readonly hasNext: boolean };

function LastResult({ result, hasNext, settings }: LastResultProps): JSX.Element {
  const t = useText(provisioningText);
  const tOutcome = useText(outcomeText);
  const { outcome, code, message, deviceId, differences } = result;
  return (
    <>
      <p class="result-word" role="status">
        <span aria-hidden="true">{SIGNS[outcome]}</span> {tOutcome(outcome)}
      </p>
      <Identity {...result} />
      {message === null ? null : (
        <p class="why">
          <FailureReason code={code} message={message} />
        </p>
      )}
      {differences === undefined ? null : <DifferenceList differences={differences} settings={settings} />}
      <div class="actions">
        {hasNext ? <strong class="grow">{t('next')}</strong> : null}
        {deviceId === null || (outcome !== 'verified' && outcome !== 'unchanged') ? null : (
          <a class="button" href={linkTo('/labels/:deviceIds', { deviceIds: deviceId })}>
            {t('label')}
          </a>
        )}
      </div>
    </>
  );
}

type IdentityProps = Pick<
  ProvisioningPortView,
  'deviceId' | 'deviceName' | 'previousId' | 'hardwareId' | 'model' | 'firmware'
>;

function Identity(tracker: IdentityProps): JSX.Element {
  const t = useText(provisioningText);
  const { deviceId, deviceName, previousId, hardwareId, model, firmware } = tracker;
  const otherId = hardwareId === deviceId || hardwareId === previousId ? null : hardwareId;
  const before = previousId === null ? null : t('previousId', { id: previousId });
  return (
    <p class="identity">
      <strong>{deviceId ?? hardwareId ?? '–'}</strong>
      <span class="small">
        {[deviceName, before, otherId, model, firmware].filter((part) => part !== null).join(' · ')}
      </span>
    </p>
  );
}
