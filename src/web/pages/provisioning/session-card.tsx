import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningPortView, ProvisioningView } from '../../../schema/provisioning/provisioning.js';
import type { ApiFailure } from '../../api/client.js';
import { useFeedEvent } from '../../live/hooks.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { useServerText } from '../../components/server-text.js';
import { provisioningText } from './provisioning.text.js';
import { PortCard } from './port-card.js';
import { ResultTable } from './result-table.js';

export type SessionCardProps = {
  readonly provisioning: ProvisioningView;
  /** the session changed in a way that needs reading it again */
  readonly onChange: () => void;
};

/** One provisioning session: the progress of its ports, and its results. */
export function SessionCard({ provisioning, onChange }: SessionCardProps): JSX.Element {
  const { api } = useApp();
  const t = useText(provisioningText);
  const serverText = useServerText();
  const updates = useSignal<Readonly<Record<string, ProvisioningPortView>>>({});
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const { id, by, template, ended, ports, results, unitsLeft, once } = provisioning;

  useFeedEvent('provisioning', (update) => {
    if (update.provisioning !== id) return;
    const before = updates.peek()[update.path];
    updates.value = { ...updates.peek(), [update.path]: update };
    if (update.step === 'done' || update.last?.at !== before?.last?.at) onChange();
  });

  async function end(): Promise<void> {
    const result = await api.send('DELETE', `/api/provisioning/${encodeURIComponent(id)}`);
    failure.value = result.ok ? undefined : result;
    onChange();
  }

  return (
    <section class="card card-stack" aria-label={template?.name ?? t('undoing')}>
      <div class="line">
        <h3>
          {template?.name ?? t('undoing')} <span class="muted small">{t('by', { name: by.name })}</span>
        </h3>
        {ended === null ? (
          <div class="session-end">
            <TimeLeft until={Date.parse(provisioning.until)} />
            <button type="button" onClick={() => void end()}>
              {t('end')}
            </button>
          </div>
        ) : null}
      </div>
      {ended === null ? null : <p class="muted">{t('ended', { reason: serverText(ended) })}</p>}
      {unitsLeft === null ? null : <p class="small muted">{t('unitsLeft', { count: unitsLeft })}</p>}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {ended === null ? (
        <ul class="port-cards">
          {ports.map((port) => (
            <PortCard key={port.path} port={updates.value[port.path] ?? port} once={once} />
          ))}
        </ul>
      ) : null}
      {results.length === 0 ? null : (
        <>
          <h4>{t('results')}</h4>
          <ResultTable results={results} />
        </>
      )}
    </section>
  );
}

const SECOND_MS = 1_000;

function TimeLeft({ until }: { readonly until: number }): JSX.Element {
  const { gatewayClock } = useApp();
  const t = useText(provisioningText);
  const time = useComputed(() => {
    const seconds = Math.max(0, Math.ceil((until - gatewayClock.nowSignal.value) / SECOND_MS));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  });
  return (
    <span role="timer" class="muted">
      {t('timeLeft', { time: time.value })}
    </span>
  );
}
