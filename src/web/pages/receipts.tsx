import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../schema/receipt.js';
import { useHearing, useSoon } from '../live/hearing.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { OutcomeBadge } from '../shell/outcome-badge.js';
import { PageHead } from '../shell/page-head.js';
import { StateNote } from '../shell/state-note.js';
import { Instant } from '../shell/when.js';
import { receiptText } from './receipt/receipt.text.js';

const ROWS = 100;
const MOST_ROWS = 1_000;

/** What was done to trackers, the newest first. */
export function ReceiptsPage(): JSX.Element {
  const { api } = useParts();
  const say = useText(receiptText);
  const deviceId = useSignal('');
  const rows = useSignal(ROWS);
  const query = new URLSearchParams({
    limit: String(rows.value),
    ...(deviceId.value !== '' && { deviceId: deviceId.value }),
  }).toString();
  const { answer, again } = useLoading(
    () => api.get<{ receipts: readonly ProvisioningReceipt[] }>(`/api/provisioning/receipts?${query}`),
    [query],
  );
  const soon = useSoon(again);
  useHearing('provisioning', ({ last }) => {
    if (last !== null) soon();
  });
  const found = answer.value;
  const receipts = found?.ok === true ? found.value.receipts : [];
  return (
    <div class="page">
      <a class="small" href={linkTo('/bench')}>
        {say('toBench')}
      </a>
      <PageHead title={say('title')} />
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const id = new FormData(event.currentTarget).get('id');
          deviceId.value = typeof id === 'string' ? id.trim() : '';
        }}
      >
        <label class="grow">
          <span class="visually-hidden">{say('search')}</span>
          <input type="search" name="id" maxLength={64} placeholder={say('search')} />
        </label>
        <button type="submit">{say('find')}</button>
      </form>
      <LoadNote answer={found} onRetry={again} />
      {found?.ok === true && receipts.length === 0 ? (
        <StateNote title={say('none')}>{say('noneHint')}</StateNote>
      ) : null}
      {receipts.length > 0 ? <ReceiptTable receipts={receipts} /> : null}
      {receipts.length === rows.value && rows.value < MOST_ROWS ? (
        <button
          type="button"
          onClick={() => {
            rows.value = MOST_ROWS;
          }}
        >
          {say('more')}
        </button>
      ) : null}
    </div>
  );
}

function ReceiptTable({ receipts }: { readonly receipts: readonly ProvisioningReceipt[] }): JSX.Element {
  const say = useText(receiptText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{say('device')}</th>
          <th scope="col">{say('outcome')}</th>
          <th scope="col">{say('template')}</th>
          <th scope="col">{say('at')}</th>
          <th scope="col">{say('by')}</th>
        </tr>
      </thead>
      <tbody>
        {receipts.map(({ id, deviceId, model, firmware, outcome, template, at, by }) => (
          <tr key={id}>
            <th scope="row">
              <a href={linkTo('/receipts/:receiptId', { receiptId: id })}>{deviceId}</a>
              <span class="muted small">
                {model} {firmware}
              </span>
            </th>
            <td data-label={say('outcome')}>
              <OutcomeBadge outcome={outcome} />
            </td>
            <td data-label={say('template')}>{template?.name ?? '–'}</td>
            <td data-label={say('at')}>
              <Instant at={Date.parse(at)} />
            </td>
            <td data-label={say('by')}>{by.name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
