import type { JSX } from 'preact';
import type { UnfinishedView } from '../../../schema/unfinished.js';
import { useText } from '../../parts.js';
import { Instant } from '../../shell/when.js';
import { changesOf } from './unfinished.js';
import { unfinishedText } from './unfinished.text.js';

const MOST_LISTED = 100;

/** Trackers that may be half set: what was begun, and what to do. */
export function UnfinishedList({ unfinished }: { readonly unfinished: readonly UnfinishedView[] }): JSX.Element | null {
  const say = useText(unfinishedText);
  if (unfinished.length === 0) return null;
  return (
    <section class="card card-stack" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">
        {say('title')} <span class="muted">({unfinished.length})</span>
      </h2>
      <p class="notice">{say('hint')}</p>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">{say('tracker')}</th>
            <th scope="col">{say('begun')}</th>
            <th scope="col">{say('when')}</th>
          </tr>
        </thead>
        <tbody>
          {unfinished
            .slice(-MOST_LISTED)
            .reverse()
            .map((work) => (
              <UnfinishedRow key={work.hardwareId} work={work} />
            ))}
        </tbody>
      </table>
    </section>
  );
}

function UnfinishedRow({ work }: { readonly work: UnfinishedView }): JSX.Element {
  const say = useText(unfinishedText);
  const { hardwareId, deviceId, protocol, template, port, at } = work;
  return (
    <tr>
      <th scope="row">
        {[...new Set([deviceId, hardwareId])].join(' · ')}
        <span class="muted small">{protocol}</span>
      </th>
      <td data-label={say('begun')}>
        <div>
          {template?.name ?? say('undoing')}
          {changesOf(work).map((change) => (
            <span key={change.name} class="muted small">
              {say('change', change)}
            </span>
          ))}
        </div>
      </td>
      <td data-label={say('when')}>
        <div>
          {at === null ? <span class="muted">{say('notKept')}</span> : <Instant at={Date.parse(at)} />}
          <span class="muted small port">{say('on', { port })}</span>
        </div>
      </td>
    </tr>
  );
}
