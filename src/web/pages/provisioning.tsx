import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ProvisioningView } from '../../schema/provisioning/provisioning.js';
import { useInterval, useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { isRestricted } from '../session/is-restricted.js';
import { LoadNote } from '../components/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { navigationText } from '../text/navigation.js';
import { provisioningText } from './provisioning/provisioning.text.js';
import { readProvisioning, type ProvisioningData } from './provisioning/provisioning-data.js';
import { SessionCard } from './provisioning/session-card.js';
import { StartForm } from './provisioning/start-form.js';
import { createTones, type Tones } from './provisioning/tones.js';
import { withoutRunning } from './provisioning/unfinished.js';
import { UnfinishedList } from './provisioning/unfinished-list.js';

/** Polled, because a session that expires or that another user ends raises no event. */
const POLL_MS = 10_000;

/** Provisioning: trackers are plugged in one after the other, and each is set up. */
export function ProvisioningPage(): JSX.Element {
  const { api, session } = useApp();
  const t = useText(provisioningText);
  const { result, reload } = useFetch(() => readProvisioning(api), []);
  const reloadSoon = useDebounced(reload);
  useFeedEvent('gap', reloadSoon);
  useFeedEvent('port', reloadSoon);
  useFeedEvent('provisioning', ({ provisioning }) => {
    const known = result.peek();
    // A session that another user started.
    if (known?.ok === true && !known.value.provisionings.some(({ id }) => id === provisioning)) reloadSoon();
  });
  useInterval(POLL_MS, reload);

  const found = result.value;
  const state = session.state.value;
  const isBlocked = state.is === 'in' && isRestricted(state.user);
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('provisioning')}>
        <nav class="choices" aria-label={useText(navigationText)('provisioning')}>
          <a class="button" href={linkTo('/templates')}>
            {t('templates')}
          </a>
          <a class="button" href={linkTo('/receipts')}>
            {t('receipts')}
          </a>
        </nav>
      </PageHead>
      <LoadNote result={found} onRetry={reload} />
      {isBlocked ? <StateNote title={t('restricted')}>{t('restrictedHint')}</StateNote> : null}
      {found?.ok === true && !isBlocked ? (
        <Sessions data={found.value} reload={reload} reloadSoon={reloadSoon} />
      ) : null}
    </div>
  );
}

type SessionsProps = { readonly data: ProvisioningData; readonly reload: () => void; readonly reloadSoon: () => void };

function Sessions({ data, reload, reloadSoon }: SessionsProps): JSX.Element {
  const t = useText(provisioningText);
  const { gatewayClock } = useApp();
  const [tones] = useState(createBrowserTones);
  const active = data.provisionings.filter(({ ended }) => ended === null);
  const ended = data.provisionings.filter((session) => session.ended !== null);
  const [latest] = ended;
  // Without a running session, the result of one that just ended stays in view.
  const isRecent = active.length === 0 && latest !== undefined && gatewayClock.now() - lastResultAt(latest) < RECENT_MS;
  const finished = isRecent ? ended.slice(1) : ended;
  const cardOf = (session: ProvisioningView, isFolded: boolean): JSX.Element => (
    <SessionCard key={session.id} provisioning={session} onChange={reloadSoon} {...{ data, tones, isFolded }} />
  );
  return (
    <>
      {active.length > 0 ? <h2>{t('active')}</h2> : null}
      {active.map((session) => cardOf(session, false))}
      {isRecent ? cardOf(latest, false) : null}
      <StartSection data={data} reload={reload} tones={tones} isFolded={active.length > 0} />
      <UnfinishedList unfinished={withoutRunning(data.unfinished, data.provisionings)} protocols={data.protocols} />
      {finished.length === 0 ? null : <h2>{t('finished')}</h2>}
      {finished.map((session) => cardOf(session, true))}
    </>
  );
}

const RECENT_MS = 15 * 60_000;

const lastResultAt = ({ results }: ProvisioningView): number => Date.parse(results.at(-1)?.at ?? '') || 0;

type StartSectionProps = Pick<SessionsProps, 'data' | 'reload'> & {
  readonly tones: Tones;
  /** a session runs: its results come first */
  readonly isFolded: boolean;
};

function StartSection({ data, reload, tones, isFolded }: StartSectionProps): JSX.Element {
  const t = useText(provisioningText);
  const link = (
    <a class="button" href={linkTo('/templates')}>
      {t('createTemplate')}
    </a>
  );
  const form =
    data.templates.length === 0 ? (
      <StateNote title={t('noTemplates')} action={link}>
        {t('noTemplatesHint')}
      </StateNote>
    ) : (
      <StartForm data={data} onStarted={reload} tones={tones} />
    );
  return (
    <section class="card card-stack" aria-labelledby="set-up-title">
      <details open={!isFolded}>
        <summary>
          <h2 id="set-up-title">{t(isFolded ? 'otherPorts' : 'setUp')}</h2>
        </summary>
        <div class="card-stack">
          <p class="muted">{t('setUpHint')}</p>
          {form}
        </div>
      </details>
    </section>
  );
}

const createBrowserTones = (): Tones =>
  createTones({
    createContext: () => new AudioContext(),
    vibrate: (pattern) => {
      if ('vibrate' in navigator) navigator.vibrate([...pattern]);
    },
  });
