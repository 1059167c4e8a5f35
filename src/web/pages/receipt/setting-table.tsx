import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../../schema/receipt.js';
import { useText } from '../../parts.js';
import { receiptText } from './receipt.text.js';

/** What each setting was and is. */
export function SettingTable({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element {
  const say = useText(receiptText);
  const { before, after, secrets } = receipt;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const told = (values: ProvisioningReceipt['before'], name: string): string => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? '–' : String(value);
  };
  const rows = [
    ...names.map((name) => [name, told(before, name), told(after, name)] as const),
    ...secrets.map((name) => [name, say('secret'), say('secretWritten')] as const),
  ];
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{say('setting')}</th>
          <th scope="col">{say('before')}</th>
          <th scope="col">{say('after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, was, is]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label={say('before')}>{was}</td>
            <td data-label={say('after')}>{was === is ? is : <strong>{is}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
