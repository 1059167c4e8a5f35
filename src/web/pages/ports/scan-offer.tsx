import type { JSX } from 'preact';
import type { SettingsView } from '../../../schema/system/settings.js';
import { useFetch } from '../../api/use-fetch.js';
import { useSubmit } from '../../api/use-submit.js';
import { useApp, useText } from '../../app-context.js';
import { FailureNote } from '../../components/failure-note.js';
import { portFormText } from './port-form.text.js';

/** Offers to switch on `serial.scan`, unless it is on or the configuration sets it. For administrators. */
export function ScanOffer({ onChange }: { readonly onChange: () => void }): JSX.Element | null {
  const { api } = useApp();
  const t = useText(portFormText);
  const { result, reload } = useFetch(() => api.get<SettingsView>('/api/settings'), []);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const changed = await api.send('PATCH', '/api/settings', { serial: { scan: true } });
    if (!changed.ok) return changed;
    reload();
    onChange();
    return undefined;
  });
  const read = result.value;
  if (read?.ok !== true || !isOffered(read.value)) return null;
  return (
    <form class="card card-stack" onSubmit={onSubmit}>
      <p>{t('scanHint')}</p>
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <div class="actions">
        <button type="submit" disabled={busy.value}>
          {t('switchOnScan')}
        </button>
      </div>
    </form>
  );
}

const isOffered = ({ settings: { serial }, sources }: SettingsView): boolean =>
  sources['serial.scan'] !== 'configuration' &&
  typeof serial === 'object' &&
  serial !== null &&
  'scan' in serial &&
  serial.scan === false;
