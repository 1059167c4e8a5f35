import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import { useFetch } from '../api/use-fetch.js';
import { useApp, useText } from '../app-context.js';
import { linkTo } from '../routing/match.js';
import { LoadNote } from '../components/load-note.js';
import { OutcomeBadge } from '../components/outcome-badge.js';
import { useServerText } from '../components/server-text.js';
import { PageHead } from '../shell/page-head.js';
import type { PageProps } from './page.js';
import { ReceiptFacts } from './receipt/receipt-facts.js';
import { receiptText } from './receipt/receipt.text.js';
import { SettingTable } from './receipt/setting-table.js';
import { UndoForm } from './receipt/undo-form.js';

/** The provisioning receipt of one tracker, made to be printed. */
export function ReceiptPage({ params: { receiptId = '' } }: PageProps): JSX.Element {
  const { api } = useApp();
  const t = useText(receiptText);
  const { result, reload } = useFetch(
    () => api.get<{ receipt: ProvisioningReceipt }>(`/api/provisioning/receipts/${encodeURIComponent(receiptId)}`),
    [receiptId],
  );
  const found = result.value;
  return (
    <div class="page receipt">
      <a class="small no-print" href={linkTo('/receipts')}>
        {t('all')}
      </a>
      {found?.ok === true ? <Receipt receipt={found.value.receipt} /> : <PageHead title={t('receipt')} />}
      <LoadNote result={found} onRetry={reload} />
    </div>
  );
}

function Receipt({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element {
  const t = useText(receiptText);
  const serverText = useServerText();
  const { outcome, message, deviceId, row } = receipt;
  return (
    <>
      <PageHead title={`${t('receipt')} ${deviceId}`}>
        <OutcomeBadge outcome={outcome} />
        <button
          type="button"
          class="no-print"
          onClick={() => {
            print();
          }}
        >
          {t('print')}
        </button>
      </PageHead>
      {message === null ? null : <p class="notice">{serverText(message)}</p>}
      <section class="card">
        <ReceiptFacts receipt={receipt} />
      </section>
      <section class="card-stack" aria-labelledby="settings-title">
        <h2 id="settings-title">{t('settings')}</h2>
        <SettingTable receipt={receipt} />
      </section>
      {row === null ? null : (
        <section class="card card-stack" aria-labelledby="row-title">
          <h2 id="row-title">{t('row')}</h2>
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
