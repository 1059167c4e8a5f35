import type { JSX } from 'preact';
import { useEvery, useHearing, useSoon } from '../live/hearing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { navigationText } from '../text/navigation.js';
import { benchText } from './bench/bench.text.js';
import { readBench, type BenchData } from './bench/bench-data.js';
import { SessionCard } from './bench/session-card.js';
import { StartForm } from './bench/start-form.js';
import { leftUnfinished } from './bench/unfinished.js';
import { UnfinishedList } from './bench/unfinished-list.js';

/** That one is over because its time is, or because somebody else ended it, no event tells. */
const READ_AGAIN_MS = 10_000;

/** The bench: trackers are plugged in one after the other, and each is set up. */
export function BenchPage(): JSX.Element {
  const { api, session } = useParts();
  const say = useText(benchText);
  const { answer, again } = useLoading(() => readBench(api), []);
  const soon = useSoon(again);
  useHearing('gap', soon);
  useHearing('port', soon);
  useHearing('provisioning', ({ provisioning }) => {
    const known = answer.peek();
    // One that was begun elsewhere.
    if (known?.ok === true && !known.value.provisionings.some(({ id }) => id === provisioning)) soon();
  });
  useEvery(READ_AGAIN_MS, again);

  const found = answer.value;
  const state = session.state.value;
  const isBound = state.is === 'in' && (state.user.group !== null || state.user.deviceId !== null);
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('bench')}>
        <nav class="choices" aria-label={useText(navigationText)('bench')}>
          <a class="button" href={linkTo('/templates')}>
            {say('templates')}
          </a>
          <a class="button" href={linkTo('/receipts')}>
            {say('receipts')}
          </a>
        </nav>
      </PageHead>
      <LoadNote answer={found} onRetry={again} />
      {isBound ? <StateNote title={say('bound')}>{say('boundHint')}</StateNote> : null}
      {found?.ok === true && !isBound ? <Bench data={found.value} again={again} soon={soon} /> : null}
    </div>
  );
}

type BenchProps = { readonly data: BenchData; readonly again: () => void; readonly soon: () => void };

function Bench({ data, again, soon }: BenchProps): JSX.Element {
  const say = useText(benchText);
  const under = data.provisionings.filter(({ ended }) => ended === null);
  const over = data.provisionings.filter(({ ended }) => ended !== null);
  const link = (
    <a class="button" href={linkTo('/templates')}>
      {say('makeTemplate')}
    </a>
  );
  return (
    <>
      <section class="card card-stack" aria-labelledby="begin-title">
        <h2 id="begin-title">{say('begin')}</h2>
        <p class="muted">{say('beginHint')}</p>
        {data.templates.length === 0 ? (
          <StateNote title={say('noTemplates')} action={link}>
            {say('noTemplatesHint')}
          </StateNote>
        ) : (
          <StartForm data={data} onStarted={again} />
        )}
      </section>
      <UnfinishedList unfinished={leftUnfinished(data.unfinished, data.provisionings)} />
      <h2>{say('under')}</h2>
      {under.length === 0 ? <StateNote title={say('nothing')}>{say('nothingHint')}</StateNote> : null}
      {under.map((one) => (
        <SessionCard key={one.id} provisioning={one} onChange={soon} />
      ))}
      {over.length === 0 ? null : <h2>{say('over')}</h2>}
      {over.map((one) => (
        <SessionCard key={one.id} provisioning={one} onChange={soon} />
      ))}
    </>
  );
}
