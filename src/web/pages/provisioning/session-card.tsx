import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningPortView, ProvisioningView } from '../../../schema/provisioning/provisioning.js';
import type { ApiFailure } from '../../api/client.js';
import { useFeedEvent } from '../../live/hooks.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { linkTo } from '../../routing/match.js';
import { useServerText } from '../../components/server-text.js';
import { provisioningText } from './provisioning.text.js';
import { isGood } from './is-good.js';
import { PortCard } from './port-card.js';
import { portNames } from './port-names.js';
import type { ProvisioningData } from './provisioning-data.js';
import { ResultTable } from './result-table.js';
import { settingsOf } from './setting-label.js';
import type { Tones } from './tones.js';

export type SessionCardProps = {
  readonly provisioning: ProvisioningView;
  readonly data: Pick<ProvisioningData, 'ports' | 'protocols'>;
  readonly tones: Pick<Tones, 'play'>;
  /** folded to its heading at first */
  readonly isFolded?: boolean;
  /** the session changed in a way that needs reading it again */
  readonly onChange: () => void;
};

/** One provisioning session: the progress of its ports, and its results. */
export function SessionCard(props: SessionCardProps): JSX.Element {
  const { provisioning, data, tones, isFolded = false, onChange } = props;
  const { api } = useApp();
  const t = useText(provisioningText);
  const serverText = useServerText();
  const updates = useSignal<Readonly<Record<string, ProvisioningPortView>>>({});
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const { id, by, template, ended, ports, results, unitsLeft, once, dryRun } = provisioning;
  const names = portNames(data.ports);
  const good = results.filter(({ outcome }) => isGood(outcome)).length;
  const labeled = results.flatMap(({ deviceId, outcome }) => (deviceId !== null && isGood(outcome) ? [deviceId] : []));

  useFeedEvent('provisioning', (update) => {
    if (update.provisioning !== id) return;
    const before = updates.peek()[update.path] ?? ports.find(({ path }) => path === update.path);
    if (update.last !== null && update.last.at !== before?.last?.at) {
      tones.play(isGood(update.last.outcome) || update.last.outcome === 'differs' ? 'pass' : 'fail');
    }
    updates.value = { ...updates.peek(), [update.path]: update };
    if (update.step === 'done' || update.last?.at !== before?.last?.at) onChange();
  });

  async function end(): Promise<void> {
    const result = await api.send('DELETE', `/api/provisioning/${encodeURIComponent(id)}`);
    failure.value = result.ok ? undefined : result;
    onChange();
  }

  const title = template?.name ?? t('undoing');
  return (
    <article class="card card-stack" aria-label={title}>
      <details class="session" open={!isFolded}>
        <summary>
          <h2>
            {title} <span class="muted small">{t('by', { name: by.name })}</span>
          </h2>
          {dryRun === true ? null : <span class="muted">{t('counts', { good, bad: results.length - good })}</span>}
        </summary>
        <div class="card-stack">
          {dryRun === true ? <p class="notice">{t('trying')}</p> : null}
          {ended === null ? null : <p class="muted">{t('ended', { reason: serverText(ended) })}</p>}
          <ul class="port-cards">
            {ports.map((port) => (
              <PortCard
                key={port.path}
                port={updates.value[port.path] ?? port}
                name={names.get(port.path) ?? port.path}
                once={once || ended !== null}
                settings={settingsOf(data.protocols, template?.protocol ?? '')}
              />
            ))}
          </ul>
          {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
          {ended === null ? (
            <div class="session-end">
              <button type="button" onClick={() => void end()}>
                {t('end')}
              </button>
              <TimeLeft until={Date.parse(provisioning.until)} />
            </div>
          ) : null}
          {unitsLeft === null ? null : <p class="small muted">{t('unitsLeft', { count: unitsLeft })}</p>}
          {results.length === 0 ? null : (
            <details open={ended !== null && dryRun !== true}>
              <summary>{t('results')}</summary>
              <ResultTable results={results} />
            </details>
          )}
          {labeled.length < 2 ? null : (
            <p>
              <a href={linkTo('/labels/:deviceIds', { deviceIds: [...new Set(labeled)].slice(-MAX_LABELS).join(',') })}>
                {t('labels')}
              </a>
            </p>
          )}
        </div>
      </details>
    </article>
  );
}

/** An address with more ids is too long for some browsers. */
const MAX_LABELS = 50;

const SECOND_MS = 1_000;

function TimeLeft({ until }: { readonly until: number }): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(provisioningText);
  const time = useComputed(() => {
    const seconds = Math.max(0, Math.floor((until - gatewayClock.nowSignal.value) / SECOND_MS));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  });
  return (
    <span role="timer" class="muted">
      {t('timeLeft', { time: time.value })}
    </span>
  );
}
