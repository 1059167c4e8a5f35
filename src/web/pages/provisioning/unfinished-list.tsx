import type { JSX } from 'preact';
import type { UnfinishedWorkView } from '../../../schema/provisioning/unfinished-provisioning.js';
import { useText } from '../../app-context.js';
import { Timestamp } from '../../components/timestamp.js';
import type { CapabilityView } from './provisioning-data.js';
import { settingsOf, useSettingLabel } from './setting-label.js';
import { settingChanges } from './unfinished.js';
import { unfinishedText } from './unfinished.text.js';

const MAX_LISTED = 100;

export type UnfinishedListProps = {
  readonly unfinished: readonly UnfinishedWorkView[];
  readonly protocols: readonly CapabilityView[];
};

/** Trackers whose provisioning was interrupted: what was started, and how to finish it. */
export function UnfinishedList({ unfinished, protocols }: UnfinishedListProps): JSX.Element | null {
  const t = useText(unfinishedText);
  if (unfinished.length === 0) return null;
  return (
    <section class="card card-stack" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">
        {t('title')} <span class="muted">({unfinished.length})</span>
      </h2>
      <p class="notice">{t('hint')}</p>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{t('tracker')}</th>
            <th scope="col">{t('started')}</th>
            <th scope="col">{t('time')}</th>
          </tr>
        </thead>
        <tbody>
          {unfinished
            .slice(-MAX_LISTED)
            .reverse()
            .map((work) => (
              <UnfinishedRow key={work.hardwareId} work={work} settings={settingsOf(protocols, work.protocol)} />
            ))}
        </tbody>
      </table>
    </section>
  );
}

type UnfinishedRowProps = {
  readonly work: UnfinishedWorkView;
  readonly settings: CapabilityView['settings'] | undefined;
};

function UnfinishedRow({ work, settings }: UnfinishedRowProps): JSX.Element {
  const t = useText(unfinishedText);
  const labelOf = useSettingLabel(settings);
  const { hardwareId, deviceId, protocol, template, port, at } = work;
  return (
    <tr>
      <th scope="row">
        {[...new Set([deviceId, hardwareId])].join(' · ')}
        <span class="muted small">{protocol}</span>
      </th>
      <td data-label={t('started')}>
        <div>
          {template?.name ?? t('undoing')}
          {settingChanges(work).map((change) => (
            <span key={change.name} class="muted small">
              {t('change', { ...change, name: labelOf(change.name) })}
            </span>
          ))}
        </div>
      </td>
      <td data-label={t('time')}>
        <div>
          {at === null ? <span class="muted">{t('unknownTime')}</span> : <Timestamp at={Date.parse(at)} />}
          <span class="muted small port">{t('on', { port })}</span>
        </div>
      </td>
    </tr>
  );
}
