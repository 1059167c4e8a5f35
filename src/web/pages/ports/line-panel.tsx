import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { StateNote } from '../../components/state-note.js';
import { LineRow } from './line-row.js';
import { linesText } from './lines.text.js';
import { usePortLines } from './use-port-lines.js';

export const PANEL_ID = 'port-lines';

export type LinePanelProps = { readonly port: PortStatus; readonly onClose: () => void };

/** What is heard on a port at the moment, and what the gateway makes of it. */
export function LinePanel({ port: { path, state, reason }, onClose }: LinePanelProps): JSX.Element {
  const t = useText(linesText);
  const { log, since, failure, reload, pause } = usePortLines(path);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const { lines, held, paused } = log.value;
  const isLive = since.value !== undefined;
  return (
    <section id={PANEL_ID} class="card card-stack" aria-labelledby="lines-title">
      <div class="line">
        <h2 id="lines-title" class="port" tabIndex={-1} ref={heading}>
          {t('title', { port: path })}
        </h2>
        <div class="actions">
          <button
            type="button"
            onClick={() => {
              pause(!paused);
            }}
          >
            {t(paused ? 'goOn' : 'pause')}
          </button>
          <button type="button" onClick={onClose}>
            {t('close')}
          </button>
        </div>
      </div>
      {failure.value === undefined ? (
        <p class="muted small" role="status">
          {t(isLive ? 'live' : 'connecting')}
        </p>
      ) : (
        <FailureNote failure={failure.value} onRetry={reload} />
      )}
      {held.length > 0 ? <p class="muted small">{t('waiting', { count: held.length })}</p> : null}
      {isLive && lines.length === 0 ? (
        <StateNote title={t('nothing')}>
          {state === 'open' ? t('nothingHint') : t('notOpen', { reason: reason ?? state })}
        </StateNote>
      ) : null}
      {/* A screen reader could not follow what comes: it reads the lines when it is asked to. */}
      {lines.length > 0 ? (
        <div class="port-lines" role="log" aria-live="off" aria-label={t('log')} tabIndex={0}>
          <ol>
            {lines.map(({ number, line }) => (
              <LineRow key={number} line={line} />
            ))}
          </ol>
        </div>
      ) : null}
    </section>
  );
}
