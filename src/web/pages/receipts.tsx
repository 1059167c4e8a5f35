import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import { useFeedEvent, useDebounced } from '../live/hooks.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { readText } from '../format/form-text.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { OutcomeBadge } from '../components/outcome-badge.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../components/state-note.js';
import { Timestamp } from '../components/timestamp.js';
import type { SortValues } from '../table/sorting.js';
import { TableHead } from '../table/table-head.js';
import { descending, useSorting } from '../table/use-sorting.js';
import { receiptText } from './receipt/receipt.text.js';

const ROWS = 100;
const MAX_ROWS = 1_000;

/** All provisioning receipts, newest first. */
export function ReceiptsPage(): JSX.Element {
  const { api } = useApp();
  const t = useText(receiptText);
  const deviceId = useSignal('');
  const rows = useSignal(ROWS);
  const query = new URLSearchParams({
    limit: String(rows.value),
    ...(deviceId.value !== '' && { deviceId: deviceId.value }),
  }).toString();
  const { result, reload } = useFetch(
    () => api.get<{ receipts: readonly ProvisioningReceipt[] }>(`/api/provisioning/receipts?${query}`),
    [query],
  );
  const reloadSoon = useDebounced(reload);
  useFeedEvent('provisioning', ({ last }) => {
    if (last !== null) reloadSoon();
  });
  const found = result.value;
  const receipts = found?.ok === true ? found.value.receipts : [];
  return (
    <div class="page">
      <a class="small" href={linkTo('/provisioning')}>
        {t('toProvisioning')}
      </a>
      <PageHead title={t('title')} />
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          deviceId.value = readText(new FormData(event.currentTarget), 'id');
        }}
      >
        <label class="grow">
          <span class="visually-hidden">{t('search')}</span>
          <input type="search" name="id" maxLength={64} placeholder={t('search')} />
        </label>
        <button type="submit">{t('find')}</button>
      </form>
      <LoadNote result={found} onRetry={reload} />
      {found?.ok === true && receipts.length === 0 ? <StateNote title={t('empty')}>{t('emptyHint')}</StateNote> : null}
      {receipts.length > 0 ? <ReceiptTable receipts={receipts} /> : null}
      {receipts.length === rows.value && rows.value < MAX_ROWS ? (
        <button
          type="button"
          onClick={() => {
            rows.value = MAX_ROWS;
          }}
        >
          {t('showMore')}
        </button>
      ) : null}
    </div>
  );
}

const SORT_VALUES: SortValues<ProvisioningReceipt> = {
  device: ({ deviceId }) => deviceId,
  outcome: ({ outcome }) => outcome,
  template: ({ template }) => template?.name,
  time: ({ at }) => Date.parse(at),
  by: ({ by }) => by.name,
};

function ReceiptTable({ receipts }: { readonly receipts: readonly ProvisioningReceipt[] }): JSX.Element {
  const t = useText(receiptText);
  const { rows, ...sorting } = useSorting(receipts, SORT_VALUES, descending('time'));
  return (
    <table class="rows">
      <TableHead
        sorting={sorting}
        columns={(['device', 'outcome', 'template', 'time', 'by'] as const).map((name) => ({ name, label: t(name) }))}
      />
      <tbody>
        {rows.map(({ id, deviceId, model, firmware, outcome, template, at, by }) => (
          <tr key={id}>
            <th scope="row">
              <a href={linkTo('/receipts/:receiptId', { receiptId: id })}>{deviceId}</a>
              <span class="muted small">
                {model} {firmware}
              </span>
            </th>
            <td data-label={t('outcome')}>
              <OutcomeBadge outcome={outcome} />
            </td>
            <td data-label={t('template')}>{template?.name ?? '–'}</td>
            <td data-label={t('time')}>
              <Timestamp at={Date.parse(at)} />
            </td>
            <td data-label={t('by')}>{by.name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
