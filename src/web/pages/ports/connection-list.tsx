import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Connection } from '../../../schema/ports/listener.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import { LoadNote } from '../../components/load-note.js';
import { StateNote } from '../../components/state-note.js';
import { useInterval } from '../../live/hooks.js';
import type { Translate } from '../../text/text.js';
import { ConnectionRow } from './connection-row.js';
import { connectionsText } from './connections.text.js';

const ROWS = 100;
/** Polled, because connections raise no event. */
const POLL_MS = 5_000;

/** `next`: the cursor of the next page; omitted for the last one. */
type ConnectionPage = { readonly connections: readonly Connection[]; readonly next?: string };

export type ConnectionListProps = {
  readonly path: string;
  /** cursor of this page */
  readonly after: string;
  readonly pageNumber: number;
  /** the user paged: the focus goes to the new page */
  readonly takesFocus: boolean;
  readonly onPrevious: () => void;
  readonly onNext: (after: string) => void;
};

/** `page`: left out of the only one */
function headingOf(
  t: Translate<(typeof connectionsText)['english']>,
  { page, count }: { readonly page: number | undefined; readonly count: number },
): string {
  return page === undefined ? t('count', { count }) : t('page', { page, count });
}

/** One page of the connections of a listener, in the order of arrival. */
export function ConnectionList(props: ConnectionListProps): JSX.Element {
  const { path, after, pageNumber, takesFocus, onPrevious, onNext } = props;
  const { api } = useApp();
  const t = useText(connectionsText);
  const query = new URLSearchParams({ path, after, limit: String(ROWS) }).toString();
  const { result, reload } = useFetch(() => api.get<ConnectionPage>(`/api/ports/connections?${query}`), []);
  useInterval(POLL_MS, reload);
  const found = result.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = found !== undefined;
  useEffect(() => {
    // The button that was pressed is gone, and the page begins at its top.
    if (takesFocus && isLoaded) heading.current?.focus();
  }, [isLoaded]);
  if (found?.ok !== true) return <LoadNote result={found} onRetry={reload} />;

  const { connections, next } = found.value;
  const count = connections.length;
  const isOnly = pageNumber === 1 && next === undefined;
  if (isOnly && connections.length === 0) return <StateNote title={t('empty')}>{t('emptyHint')}</StateNote>;
  return (
    <>
      <h2 class="page-count" tabIndex={-1} ref={heading}>
        {headingOf(t, { page: isOnly ? undefined : pageNumber, count })}
      </h2>
      {connections.length > 0 ? <ConnectionTable connections={connections} /> : <StateNote title={t('allClosed')} />}
      {isOnly ? null : (
        <Pager
          onPrevious={pageNumber > 1 ? onPrevious : undefined}
          onNext={
            next === undefined
              ? undefined
              : () => {
                  onNext(next);
                }
          }
        />
      )}
    </>
  );
}

type PagerProps = {
  /** undefined: this is the first page */
  readonly onPrevious: (() => void) | undefined;
  /** undefined: this is the last page */
  readonly onNext: (() => void) | undefined;
};

function Pager({ onPrevious, onNext }: PagerProps): JSX.Element {
  const t = useText(connectionsText);
  return (
    <nav class="actions" aria-label={t('pages')}>
      <button type="button" disabled={onPrevious === undefined} onClick={onPrevious}>
        {t('previous')}
      </button>
      <button type="button" disabled={onNext === undefined} onClick={onNext}>
        {t('next')}
      </button>
    </nav>
  );
}

function ConnectionTable({ connections }: Pick<ConnectionPage, 'connections'>): JSX.Element {
  const t = useText(connectionsText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('address')}</th>
          <th scope="col">{t('device')}</th>
          <th scope="col">{t('connected')}</th>
          <th scope="col">{t('lastFrame')}</th>
          <th scope="col">{t('received')}</th>
        </tr>
      </thead>
      <tbody>
        {connections.map((connection) => (
          <ConnectionRow key={`${connection.address} ${connection.connectedAt}`} connection={connection} />
        ))}
      </tbody>
    </table>
  );
}
