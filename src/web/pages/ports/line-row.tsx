import type { JSX } from 'preact';
import type { MadeLine, PortLine } from '../../../schema/port-line.js';
import { useParts, useText } from '../../parts.js';
import type { Say } from '../../text/text.js';
import { linesText } from './lines.text.js';

type SayLines = Say<(typeof linesText)['en']>;

/** One line: when, and what was heard or made of it. */
export function LineRow({ line }: { readonly line: PortLine }): JSX.Element {
  const { preferences } = useParts();
  const say = useText(linesText);
  const time = new Date(line.at).toLocaleTimeString(preferences.language.value, { hour12: false });
  return (
    <li class={`line-${line.kind}`}>
      <time dateTime={line.at}>{time}</time> <LineText line={line} say={say} />
    </li>
  );
}

function LineText({ line, say }: { readonly line: PortLine; readonly say: SayLines }): JSX.Element {
  switch (line.kind) {
    case 'heard':
      return (
        <span>
          <code>{line.text}</code>
          {line.text.endsWith('…') ? <span class="muted small"> {say('cut', { bytes: line.bytes })}</span> : null}
        </span>
      );
    case 'hidden':
      return <span class="muted">{say(line.why, { bytes: line.bytes })}</span>;
    case 'discarded':
      return (
        <span>
          {line.badChecksums > 0
            ? say('badChecksum', { bytes: line.bytes, count: line.badChecksums })
            : say('discarded', { bytes: line.bytes })}
        </span>
      );
    case 'more':
      return <span class="muted">{say('more', { count: line.count })}</span>;
    case 'made':
      return <Made line={line} say={say} />;
  }
}

const badges: Readonly<Record<MadeLine['outcome'], string>> = {
  stored: 'badge-live',
  duplicate: '',
  quarantined: 'badge-stale',
  thinned: '',
  taken: '',
  refused: 'badge-expired',
};

function Made({ line, say }: { readonly line: MadeLine; readonly say: SayLines }): JSX.Element {
  const { protocol, deviceId, says, locations, alerts, telemetry, outcome, reason } = line;
  const records = [
    ...(locations > 0 ? [say('locations', { count: locations })] : []),
    ...alerts,
    ...(telemetry > 0 ? [say('telemetry', { count: telemetry })] : []),
  ];
  const what = says === 'records' ? records.join(', ') : say(says);
  return (
    <span>
      → {protocol} · <strong>{deviceId ?? say('nobody')}</strong>
      {what === '' ? '' : ` · ${what}`} <span class={`badge ${badges[outcome]}`}>{say(outcome)}</span>
      {reason === null ? null : <span class="small"> {reason}</span>}
    </span>
  );
}
