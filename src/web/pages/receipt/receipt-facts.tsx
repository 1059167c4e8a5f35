import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../../schema/receipt.js';
import { useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { Instant } from '../../shell/when.js';
import { receiptText } from './receipt.text.js';

/** Which tracker, by whom, where and when. */
export function ReceiptFacts({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element {
  const say = useText(receiptText);
  const { id, at, by, port, protocol, template, hardwareId, deviceId, model, firmware, registered, number } = receipt;
  const facts = [
    [say('device'), <a href={linkTo('/devices/:deviceId', { deviceId })}>{deviceId}</a>],
    [say('hardware'), hardwareId],
    [say('model'), model],
    [say('firmware'), firmware],
    [say('template'), template?.name],
    [say('port'), `${port} (${protocol})`],
    [say('by'), by.name],
    [say('at'), <Instant at={Date.parse(at)} />],
    [say('number'), number],
    [say('registered'), registered ? say('asNew') : null],
    [say('receipt'), id],
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
