import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../schema/receipt.js';
import { useLoading } from '../loading.js';
import { useParts, useText } from '../parts.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../shell/load-note.js';
import { OutcomeBadge } from '../shell/outcome-badge.js';
import { PageHead } from '../shell/page-head.js';
import type { PageProps } from './page.js';
import { ReceiptFacts } from './receipt/receipt-facts.js';
import { receiptText } from './receipt/receipt.text.js';
import { SettingTable } from './receipt/setting-table.js';
import { UndoForm } from './receipt/undo-form.js';

/** Proof of what was done to a tracker, to be printed and put with it. */
export function ReceiptPage({ params: { receiptId = '' } }: PageProps): JSX.Element {
  const { api } = useParts();
  const say = useText(receiptText);
  const { answer, again } = useLoading(
    () => api.get<{ receipt: ProvisioningReceipt }>(`/api/provisioning/receipts/${encodeURIComponent(receiptId)}`),
    [receiptId],
  );
  const found = answer.value;
  return (
    <div class="page receipt">
      <a class="small no-print" href={linkTo('/receipts')}>
        {say('all')}
      </a>
      {found?.ok === true ? <Receipt receipt={found.value.receipt} /> : <PageHead title={say('receipt')} />}
      <LoadNote answer={found} onRetry={again} />
    </div>
  );
}

function Receipt({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element {
  const say = useText(receiptText);
  const { outcome, message, deviceId, row } = receipt;
  return (
    <>
      <PageHead title={`${say('receipt')} ${deviceId}`}>
        <OutcomeBadge outcome={outcome} />
        <button
          type="button"
          class="no-print"
          onClick={() => {
            print();
          }}
        >
          {say('print')}
        </button>
      </PageHead>
      {message === null ? null : <p class="notice">{message}</p>}
      <section class="card">
        <ReceiptFacts receipt={receipt} />
      </section>
      <section class="card-stack" aria-labelledby="settings-title">
        <h2 id="settings-title">{say('settings')}</h2>
        <SettingTable receipt={receipt} />
      </section>
      {row === null ? null : (
        <section class="card card-stack" aria-labelledby="row-title">
          <h2 id="row-title">{say('row')}</h2>
          <dl class="facts">
            {Object.entries(row).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {outcome === 'verified' || outcome === 'interrupted' ? <UndoForm receipt={receipt} /> : null}
    </>
  );
}
