import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DeviceAlertView } from '../../schema/records/alert.js';
import { useApp, useText } from '../app-context.js';
import { Age } from '../components/timestamp.js';
import { useDeviceName } from '../live/device-name.js';
import { AcknowledgeForm } from './acknowledge-form.js';
import { attentionText } from './attention.text.js';
import { canAcknowledge } from './can-acknowledge.js';

/** The acknowledgement of an alert in a list; if there is none and the alert needs a person, a way to acknowledge it. */
export function Acknowledgement({ alert }: { readonly alert: DeviceAlertView }): JSX.Element | null {
  const { session } = useApp();
  const t = useText(attentionText);
  const open = useSignal(false);
  const device = useDeviceName()(alert.deviceId);
  const { acknowledged, attention, alerts, id } = alert;
  if (acknowledged !== null) {
    const { by, at, note } = acknowledged;
    return (
      <span class="acknowledged">
        <span>
          {by.name}, <Age at={Date.parse(at)} />
        </span>
        {note === '' ? null : <span class="muted small">{note}</span>}
      </span>
    );
  }
  if (attention !== true) return null;
  const name = alerts.join(', ');
  if (!canAcknowledge(session.state.value)) return <span class="badge badge-expired">{t('unacknowledged')}</span>;
  if (open.value) return <AcknowledgeForm ids={[id]} name={name} device={device} />;
  return (
    <button
      type="button"
      aria-label={t('acknowledgeOne', { name, device })}
      onClick={() => {
        open.value = true;
      }}
    >
      {t('acknowledge')}
    </button>
  );
}
