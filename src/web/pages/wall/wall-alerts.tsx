import type { JSX } from 'preact';
import type { TimeRange } from '../../api/time-range.js';
import { useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { Age } from '../../components/timestamp.js';
import { DeviceLink } from '../../shell/device-link.js';
import { useAlerts } from '../alerts/use-alerts.js';
import { wallText } from './wall.text.js';

const MAX_ROWS = 30;

/** The newest alerts, large enough to read across a room. */
export function WallAlerts({ range }: { readonly range: TimeRange }): JSX.Element {
  const t = useText(wallText);
  const { result, reload } = useAlerts('', range);
  if (result?.ok === false) return <FailureNote failure={result} onRetry={reload} />;
  const alerts = result?.value.records ?? [];
  if (alerts.length === 0) return <p class="muted">{t('noAlerts')}</p>;
  return (
    <ol class="wall-alerts">
      {alerts.slice(0, MAX_ROWS).map(({ id, alerts: names, deviceId, dateTime }) => (
        <li key={id}>
          <strong>{names.join(', ')}</strong>
          <DeviceLink deviceId={deviceId} />
          <span class="muted">
            <Age at={Date.parse(dateTime)} />
          </span>
        </li>
      ))}
    </ol>
  );
}
