import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { UplinkView } from '../../schema/uplinks/uplink.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { StateNote } from '../components/state-note.js';
import { ToggleButton } from '../components/toggle-button.js';
import { useInterval } from '../live/hooks.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { UplinkCard } from './uplinks/uplink-card.js';
import { UplinkForm } from './uplinks/uplink-form.js';
import { uplinksText } from './uplinks/uplinks.text.js';
import { UPLINKS_PATH } from './uplinks/use-test.js';

/** Polled, because the counters raise no event. */
const POLL_MS = 5_000;

/** The uplinks: state, what is behind, and the form of each. */
export function UplinksPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(uplinksText);
  const open = useSignal(false);
  const { result, reload } = useFetch(() => api.get<{ readonly uplinks: readonly UplinkView[] }>(UPLINKS_PATH), []);
  useInterval(POLL_MS, reload);
  const read = result.value;
  // A gateway that restarts takes no form away.
  const known = useRef<readonly UplinkView[] | undefined>(undefined);
  if (read?.ok === true) known.current = read.value.uplinks;
  const uplinks = known.current;
  const close = (): void => {
    open.value = false;
    reload();
  };
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('uplinks')}>
        <ToggleButton label={t('add')} open={open} />
      </PageHead>
      <p class="muted">{t('lead')}</p>
      {open.value ? (
        <div class="card">
          <UplinkForm onSaved={close} onClose={close} />
        </div>
      ) : null}
      <LoadNote result={read} onRetry={reload} />
      {uplinks?.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {uplinks?.map((uplink) => (
        <UplinkCard key={uplink.name} uplink={uplink} onChanged={reload} />
      ))}
    </div>
  );
}
