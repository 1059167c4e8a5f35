import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { PageHead } from '../shell/page-head.js';
import { ConnectionList } from './ports/connection-list.js';
import { connectionsText } from './ports/connections.text.js';
import type { PageProps } from './page.js';

const FIRST_CURSOR = '0';

/** The connections of one listener, page by page. */
export function ConnectionsPage({ params: { path = '' } }: PageProps): JSX.Element {
  const t = useText(connectionsText);
  /** cursors of the pages before this one: the API only leads forward */
  const previous = useSignal<readonly string[]>([]);
  const after = useSignal(FIRST_CURSOR);
  const isPaged = useSignal(false);
  return (
    <div class="page">
      <a class="small" href={linkTo('/ports')}>
        {t('all')}
      </a>
      <PageHead title={t('title', { port: path })} />
      <ConnectionList
        key={after.value}
        path={path}
        after={after.value}
        pageNumber={previous.value.length + 1}
        takesFocus={isPaged.value}
        onPrevious={() => {
          isPaged.value = true;
          after.value = previous.value.at(-1) ?? FIRST_CURSOR;
          previous.value = previous.value.slice(0, -1);
        }}
        onNext={(next) => {
          isPaged.value = true;
          previous.value = [...previous.value, after.value];
          after.value = next;
        }}
      />
    </div>
  );
}
