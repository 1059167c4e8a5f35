import type { JSX } from 'preact';
import type { DecodedLine, PortLine } from '../../../schema/ports/port-line.js';
import { useApp, useText } from '../../app-context.js';
import type { Translate } from '../../text/text.js';
import { useMessage } from '../../components/use-message.js';
import { linesText } from './lines.text.js';

type TranslateLines = Translate<(typeof linesText)['english']>;

/** One line with its time. */
export function LineRow({ line }: { readonly line: PortLine }): JSX.Element {
  const { preferences } = useApp();
  const t = useText(linesText);
  const time = new Date(line.at).toLocaleTimeString(preferences.language.value, { hour12: false });
  return (
    <li class={`line-${line.kind}`}>
      <time dateTime={line.at}>{time}</time> <LineText line={line} t={t} />
    </li>
  );
}

function LineText({ line, t }: { readonly line: PortLine; readonly t: TranslateLines }): JSX.Element {
  switch (line.kind) {
    case 'received':
      return (
        <span>
          <code>{line.text}</code>
          {line.text.endsWith('…') ? <span class="muted small"> {t('truncated', { bytes: line.bytes })}</span> : null}
        </span>
      );
    case 'hidden':
      return <span class="muted">{t(line.why, { bytes: line.bytes })}</span>;
    case 'discarded':
      return (
        <span>
          {line.badChecksums > 0
            ? t('badChecksum', { bytes: line.bytes, count: line.badChecksums })
            : t('discarded', { bytes: line.bytes })}
        </span>
      );
    case 'withoutRecord': {
      const frames = Object.entries(line.frames).map(([kind, count]) => `${count} × ${kindName(kind, t)}`);
      return <span class="muted">{t('withoutRecord', { frames: frames.join(', ') })}</span>;
    }
    case 'more':
      return <span class="muted">{t('more', { count: line.count })}</span>;
    case 'decoded':
      return <DecodedLine line={line} t={t} />;
  }
}

const kindName = (kind: string, t: TranslateLines): string =>
  kind === 'joined' || kind === 'duplicates' ? t(kind) : kind;

const BADGE_CLASSES: Readonly<Record<DecodedLine['outcome'], string>> = {
  stored: 'badge-live',
  duplicate: '',
  quarantined: 'badge-stale',
  thinned: '',
  accepted: '',
  refused: 'badge-expired',
};

function DecodedLine({ line, t }: { readonly line: DecodedLine; readonly t: TranslateLines }): JSX.Element {
  const { protocol, deviceId, type, locations, alerts, telemetry, outcome, reason, reasonData } = line;
  const show = useMessage();
  const records = [
    ...(locations > 0 ? [t('locations', { count: locations })] : []),
    ...alerts,
    ...(telemetry > 0 ? [t('telemetry', { count: telemetry })] : []),
  ];
  const content = type === 'records' ? records.join(', ') : t(type);
  return (
    <span>
      → {protocol} · <strong>{deviceId ?? t('noDevice')}</strong>
      {content === '' ? '' : ` · ${content}`} <span class={`badge ${BADGE_CLASSES[outcome]}`}>{t(outcome)}</span>
      {reason === null ? null : <span class="small"> {show(reasonData, reason)}</span>}
    </span>
  );
}
