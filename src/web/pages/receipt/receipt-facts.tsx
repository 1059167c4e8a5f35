import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../../schema/provisioning/receipt.js';
import { useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { Timestamp } from '../../components/timestamp.js';
import { receiptText } from './receipt.text.js';

/** The tracker, the user, the port and the time of a receipt. */
export function ReceiptFacts({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element {
  const t = useText(receiptText);
  const { id, at, by, port, protocol, template, hardwareId, deviceId, model, firmware, registered, number } = receipt;
  const facts = [
    [t('device'), <a href={linkTo('/devices/:deviceId', { deviceId })}>{deviceId}</a>],
    [t('hardware'), hardwareId],
    [t('model'), model],
    [t('firmware'), firmware],
    [t('template'), template?.name],
    [t('port'), `${port} (${protocol})`],
    [t('by'), by.name],
    [t('time'), <Timestamp at={Date.parse(at)} />],
    [t('number'), number],
    [t('registered'), registered ? t('asNew') : null],
    [t('receipt'), id],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
