import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../../schema/provisioning/receipt.js';
import { useText } from '../../app-context.js';
import { receiptText } from './receipt.text.js';

/** Each setting before and after. */
export function SettingTable({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element {
  const t = useText(receiptText);
  const { before, after, secrets } = receipt;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const valueText = (values: ProvisioningReceipt['before'], name: string): string => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? '–' : String(value);
  };
  const rows = [
    ...names.map((name) => [name, valueText(before, name), valueText(after, name)] as const),
    ...secrets.map((name) => [name, t('secret'), t('secretWritten')] as const),
  ];
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('setting')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, was, is]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label={t('before')}>{was}</td>
            <td data-label={t('after')}>{was === is ? is : <strong>{is}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
