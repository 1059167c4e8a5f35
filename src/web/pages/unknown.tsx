import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UnknownDeviceView } from '../../schema/unknown-device.js';
import type { CallFailure } from '../api/client.js';
import { useEvery, useHearing, useSoon } from '../live/hearing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { FailureNote } from '../shell/failure-note.js';
import { LoadNote } from '../shell/load-note.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { navigationText } from '../text/navigation.js';
import { AdoptForm } from './unknown/adopt-form.js';
import { UnknownRow } from './unknown/unknown-row.js';
import { unknownText } from './unknown/unknown.text.js';

const COUNTS_MS = 10_000;

type Adopted = { readonly id: string; readonly count: number };

/** What was heard on ports and is not registered: to be adopted, or discarded. */
export function UnknownPage(): JSX.Element {
  const { api } = useParts();
  const say = useText(unknownText);
  const chosen = useSignal<string | undefined>(undefined);
  const adopted = useSignal<Adopted | undefined>(undefined);
  const failure = useSignal<CallFailure | undefined>(undefined);
  const { answer, again } = useLoading(
    () => api.get<{ unknownDevices: readonly UnknownDeviceView[] }>('/api/unknownDevices'),
    [],
  );
  const soon = useSoon(again);
  useHearing('unknownDevice', soon);
  useHearing('gap', soon);
  // How much is kept of each is told by no event.
  useEvery(COUNTS_MS, again);

  async function discard(id: string): Promise<void> {
    const done = await api.send('DELETE', `/api/unknownDevices/${encodeURIComponent(id)}`);
    failure.value = done.ok ? undefined : done;
    again();
  }

  const found = answer.value;
  const unknowns = found?.ok === true ? found.value.unknownDevices : [];
  return (
    <div class="page">
      <PageHead title={useText(navigationText)('unknownDevices')} />
      <LoadNote answer={found} onRetry={again} />
      {failure.value === undefined ? null : <FailureNote failure={failure.value} />}
      <p role="status">{adopted.value === undefined ? null : <AdoptedNote adopted={adopted.value} />}</p>
      {chosen.value === undefined ? null : (
        <AdoptForm
          key={chosen.value}
          id={chosen.value}
          onAdopted={(count) => {
            adopted.value = { id: chosen.value ?? '', count };
            chosen.value = undefined;
            again();
          }}
          onCancel={() => {
            chosen.value = undefined;
          }}
        />
      )}
      {found?.ok === true && unknowns.length === 0 ? (
        <StateNote title={say('empty')}>{say('emptyHint')}</StateNote>
      ) : null}
      {unknowns.length > 0 ? (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">{say('device')}</th>
              <th scope="col">{say('from')}</th>
              <th scope="col">{say('heard')}</th>
              <th scope="col">{say('since')}</th>
              <th scope="col">{say('records')}</th>
              <th scope="col">{say('place')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {unknowns.map((unknown) => (
              <UnknownRow
                key={unknown.id}
                unknown={unknown}
                onAdopt={() => {
                  chosen.value = unknown.id;
                }}
                onDiscard={() => void discard(unknown.id)}
              />
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}

function AdoptedNote({ adopted: { id, count } }: { readonly adopted: Adopted }): JSX.Element {
  const say = useText(unknownText);
  return (
    <>
      {say('adopted', { id, count })} <a href={linkTo('/devices/:deviceId', { deviceId: id })}>{say('show')}</a>
    </>
  );
}
