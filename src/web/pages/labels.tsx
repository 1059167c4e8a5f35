import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { useDeviceName } from '../live/device-name.js';
import { PageHead } from '../shell/page-head.js';
import { QrCode } from '../shown-once/qr-code.js';
import { labelsText } from './labels/labels.text.js';
import type { PageProps } from './page.js';

/** Labels to print: the device id as text and as a code, with the name. */
export function LabelsPage({ params: { deviceIds = '' } }: PageProps): JSX.Element {
  const t = useText(labelsText);
  const nameOf = useDeviceName();
  const ids = [...new Set(deviceIds.split(','))].filter((id) => id !== '');
  return (
    <div class="page labels-page">
      <PageHead title={t('title')}>
        <button
          type="button"
          class="primary no-print"
          onClick={() => {
            print();
          }}
        >
          {t('print')}
        </button>
      </PageHead>
      <p class="muted no-print">{t('hint')}</p>
      <ul class="labels">
        {ids.map((id) => (
          <li key={id}>
            <QrCode text={id} label={t('code', { id })} />
            <p>
              <strong>{id}</strong>
              {nameOf(id) === id ? null : <span>{nameOf(id)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
