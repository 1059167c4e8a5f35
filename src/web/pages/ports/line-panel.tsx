import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PortStatus } from '../../../schema/ports/port.js';
import { useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { portLabel } from '../../format/port.js';
import { useMessage } from '../../components/use-message.js';
import { StateNote } from '../../components/state-note.js';
import { LineRow } from './line-row.js';
import { linesText } from './lines.text.js';
import { portsText } from './ports.text.js';
import { usePortLines } from './use-port-lines.js';

export type LinePanelProps = {
  readonly id: string;
  readonly port: PortStatus;
  readonly onClose: () => void;
};

/** The lines that arrive on a port, and what the gateway decodes from them. */
export function LinePanel({ id, port, onClose }: LinePanelProps): JSX.Element {
  const { path, state, reason, reasonData, listener } = port;
  const t = useText(linesText);
  const tPorts = useText(portsText);
  const show = useMessage();
  const { log, since, failure, reload, pause } = usePortLines(path);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const { lines, held, paused } = log.value;
  const isLive = since.value !== undefined;
  return (
    <section id={id} class="card card-stack" aria-labelledby={`${id}-title`}>
      <div class="line">
        <h2 id={`${id}-title`} class="port" tabIndex={-1} ref={heading}>
          {t('title', { port: portLabel(port) })}
        </h2>
        <div class="actions">
          <button
            type="button"
            onClick={() => {
              pause(!paused);
            }}
          >
            {t(paused ? 'resume' : 'pause')}
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
          {state === 'open'
            ? t(listener === undefined ? 'nothingHint' : 'nothingHintNetwork')
            : t('notOpen', { reason: reason === null ? tPorts(state) : show(reasonData, reason) })}
        </StateNote>
      ) : null}
      {/* Not announced: a screen reader could not keep up with the lines. */}
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
