import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { SettingsView } from '../../schema/system/settings.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { LoadNote } from '../components/load-note.js';
import { StateNote } from '../components/state-note.js';
import { linkTo } from '../routing/match.js';
import { isRestricted } from '../session/is-restricted.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { SETTINGS_PATH } from './settings/save-section.js';
import { SectionCard } from './settings/section-card.js';
import { SECTIONS } from './settings/sections.js';
import { settingsText } from './settings/settings.text.js';
import { WebhooksCard } from './settings/webhooks-card.js';

/** The settings of the gateway: one card per section, each saved on its own. */
export function SettingsPage(): JSX.Element {
  const { session } = useApp();
  const t = useText(settingsText);
  const tNavigation = useText(navigationText);
  const state = session.state.value;
  return (
    <div class="page">
      <PageHead title={tNavigation('settings')}>
        <a href={linkTo('/maintenance')}>{tNavigation('maintenance')}</a>
      </PageHead>
      {state.is === 'in' && !isRestricted(state.user) ? (
        <Settings />
      ) : (
        <StateNote title={t('restricted')}>{t('restrictedHint')}</StateNote>
      )}
    </div>
  );
}

function Settings(): JSX.Element {
  const { api } = useApp();
  const t = useText(settingsText);
  const { result, reload } = useFetch(() => api.get<SettingsView>(SETTINGS_PATH), []);
  const changed = useSignal<SettingsView | undefined>(undefined);
  const read = result.value;
  const view = changed.value ?? (read?.ok === true ? read.value : undefined);
  return (
    <>
      <p class="muted">{t('intro')}</p>
      {view === undefined ? (
        <LoadNote result={read} onRetry={reload} />
      ) : (
        <div class="cards settings-cards">
          {SECTIONS.map((section) => (
            <SectionCard
              key={section.title}
              section={section}
              view={view}
              onView={(now) => {
                changed.value = now;
              }}
            />
          ))}
          <WebhooksCard />
        </div>
      )}
    </>
  );
}
