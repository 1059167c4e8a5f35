import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { BenchView, ProvisioningView } from '../../../schema/provisioning.js';
import type { CallFailure } from '../../api/client.js';
import { useHearing } from '../../live/hearing.js';
import { useParts, useText } from '../../parts.js';
import { FailureNote } from '../../shell/failure-note.js';
import { benchText } from './bench.text.js';
import { PortCard } from './port-card.js';
import { ResultTable } from './result-table.js';

export type SessionCardProps = {
  readonly provisioning: ProvisioningView;
  /** something is another that is not told with the port: it is to be read again */
  readonly onChange: () => void;
};

/** One provisioning: its ports as they come on, and its results. */
export function SessionCard({ provisioning, onChange }: SessionCardProps): JSX.Element {
  const { api } = useParts();
  const say = useText(benchText);
  const told = useSignal<Readonly<Record<string, BenchView>>>({});
  const failure = useSignal<CallFailure | undefined>(undefined);
  const { id, by, template, ended, ports, results, unitsLeft, once } = provisioning;

  useHearing('provisioning', (bench) => {
    if (bench.provisioning !== id) return;
    const before = told.peek()[bench.path];
    told.value = { ...told.peek(), [bench.path]: bench };
    if (bench.step === 'done' || bench.last?.at !== before?.last?.at) onChange();
  });

  async function end(): Promise<void> {
    const answer = await api.send('DELETE', `/api/provisioning/${encodeURIComponent(id)}`);
    failure.value = answer.ok ? undefined : answer;
    onChange();
  }

  return (
    <section class="card card-stack" aria-label={template?.name ?? say('undoing')}>
      <div class="line">
        <h3>
          {template?.name ?? say('undoing')} <span class="muted small">{say('by', { name: by.name })}</span>
        </h3>
        {ended === null ? (
          <div class="session-end">
            <TimeLeft until={Date.parse(provisioning.until)} />
            <button type="button" onClick={() => void end()}>
              {say('end')}
            </button>
          </div>
        ) : null}
      </div>
      {ended === null ? null : <p class="muted">{say('ended', { reason: ended })}</p>}
      {unitsLeft === null ? null : <p class="small muted">{say('unitsLeft', { count: unitsLeft })}</p>}
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      {ended === null ? (
        <ul class="port-cards">
          {ports.map((port) => (
            <PortCard key={port.path} bench={told.value[port.path] ?? port} once={once} />
          ))}
        </ul>
      ) : null}
      {results.length === 0 ? null : (
        <>
          <h4>{say('results')}</h4>
          <ResultTable results={results} />
        </>
      )}
    </section>
  );
}

const SECOND_MS = 1_000;

function TimeLeft({ until }: { readonly until: number }): JSX.Element {
  const { depotClock } = useParts();
  const say = useText(benchText);
  const time = useComputed(() => {
    const seconds = Math.max(0, Math.ceil((until - depotClock.second.value) / SECOND_MS));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  });
  return (
    <span role="timer" class="muted">
      {say('timeLeft', { time: time.value })}
    </span>
  );
}
