import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { LineLevel, LogLine } from '../../../schema/system/log-line.js';
import type { ApiFailure } from '../../api/client.js';
import { streamLines } from '../../api/stream-lines.js';
import { useApp, useText } from '../../app-context.js';
import { Card } from '../../components/card.js';
import { FailureNote } from '../../components/failure-note.js';
import { SelectFilter } from '../../components/select-filter.js';
import { maintenanceText } from './maintenance.text.js';

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
const MAX_LINES = 1_000;

/** The last lines of the application log and the new ones, the newest first. */
export function LogCard(): JSX.Element {
  const t = useText(maintenanceText);
  const level = useSignal<LineLevel>('info');
  const { lines, isLive, failure, reload } = useLogLines(level.value);
  return (
    <Card title={t('log')}>
      <div class="actions">
        <SelectFilter
          label={t('logLevel')}
          value={level.value}
          options={LEVELS.map((one) => [one, t(one)])}
          onChange={(value) => {
            level.value = value as LineLevel;
          }}
        />
        {isLive ? (
          <span class="muted small" role="status">
            {t('live')}
          </span>
        ) : null}
      </div>
      {failure === undefined ? null : <FailureNote failure={failure} onRetry={reload} />}
      {isLive && lines.length === 0 ? <p class="muted">{t('logEmpty')}</p> : null}
      <ol class="log-lines" tabIndex={0} aria-label={t('log')}>
        {lines.toReversed().map((line) => (
          <li key={line.n} class={`log-${line.level}`}>
            <time>{line.at.slice(0, 19).replace('T', ' ')}</time> <strong>{line.level}</strong> {line.text}{' '}
            <span class="muted">{line.fields}</span>
            {line.skipped > 0 ? <em> {t('skipped', { count: line.skipped })}</em> : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}

type LogState = {
  readonly lines: readonly LogLine[];
  readonly isLive: boolean;
  readonly failure: ApiFailure | undefined;
  readonly reload: () => void;
};

/** Lines that were in the list are not repeated by the stream: each has a number. */
function useLogLines(level: LineLevel): LogState {
  const { api, clock } = useApp();
  const lines = useSignal<readonly LogLine[]>([]);
  const isLive = useSignal(false);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const attempt = useSignal(0);
  useEffect(() => {
    let disposed = false;
    failure.value = undefined;
    lines.value = [];
    const add = (more: readonly LogLine[]): void => {
      const known = new Map([...lines.peek(), ...more].map((line) => [line.n, line]));
      lines.value = [...known.values()].sort((a, b) => a.n - b.n).slice(-MAX_LINES);
    };
    const end = streamLines<LogLine>(
      { open: api.open, clock, address: `/api/log/stream?level=${level}` },
      {
        onLive() {
          if (isLive.peek()) return;
          isLive.value = true;
          void api.get<{ lines: readonly LogLine[] }>(`/api/log/lines?level=${level}`).then((result) => {
            if (disposed) return;
            if (result.ok) add(result.value.lines);
            else failure.value = result;
          });
        },
        onLine(line) {
          add([line]);
        },
        onEnd(reason) {
          isLive.value = false;
          failure.value = reason;
        },
      },
    );
    return () => {
      disposed = true;
      isLive.value = false;
      end();
    };
  }, [level, attempt.value]);
  return {
    lines: lines.value,
    isLive: isLive.value,
    failure: failure.value,
    reload() {
      attempt.value++;
    },
  };
}
