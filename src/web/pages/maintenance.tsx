import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { Card } from '../components/card.js';
import { linkTo } from '../routing/match.js';
import { PageHead } from '../shell/page-head.js';
import { navigationText } from '../text/navigation.js';
import { DownloadButton } from './maintenance/download-button.js';
import { LogCard } from './maintenance/log-card.js';
import { maintenanceText } from './maintenance/maintenance.text.js';
import { StreetsCard, YardCard } from './maintenance/map-cards.js';
import { RestoreCard } from './maintenance/restore-card.js';

/** Files of the gateway: backup, restore, support bundle, map; and its application log. */
export function MaintenancePage(): JSX.Element {
  const t = useText(maintenanceText);
  const tNavigation = useText(navigationText);
  return (
    <div class="page">
      <PageHead title={tNavigation('maintenance')}>
        <a href={linkTo('/settings')}>{tNavigation('settings')}</a>
        <a href={linkTo('/health')}>{t('health')}</a>
      </PageHead>
      <div class="cards">
        <Card title={t('backup')}>
          <p>{t('backupHint')}</p>
          <DownloadButton path="/api/backup" label={t('downloadBackup')} />
        </Card>
        <RestoreCard />
        <StreetsCard />
        <YardCard />
        <Card title={t('bundle')}>
          <p>{t('bundleHint')}</p>
          <DownloadButton path="/api/bundle" label={t('downloadBundle')} />
        </Card>
      </div>
      <LogCard />
    </div>
  );
}
