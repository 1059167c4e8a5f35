import type { JSX } from 'preact';
import type { ProvisioningReceipt } from '../../../schema/provisioning/receipt.js';
import { useFetch } from '../../api/use-fetch.js';
import { useApp, useText } from '../../app-context.js';
import type { CapabilityView } from '../provisioning/provisioning-data.js';
import { settingsOf, useSettingLabel } from '../provisioning/setting-label.js';
import { receiptText } from './receipt.text.js';

/** Each setting before and after. */
export function SettingTable({ receipt }: { readonly receipt: ProvisioningReceipt }): JSX.Element {
  const { api } = useApp();
  const t = useText(receiptText);
  const { result } = useFetch(() => api.get<{ protocols: readonly CapabilityView[] }>('/api/provisioning'), []);
  const protocols = result.value?.ok === true ? result.value.value.protocols : [];
  const labelOf = useSettingLabel(settingsOf(protocols, receipt.protocol));
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
            <th scope="row">
              {labelOf(name)}
              {labelOf(name) === name ? null : <span class="muted small">{name}</span>}
            </th>
            <td data-label={t('before')}>{was}</td>
            <td data-label={t('after')}>{was === is ? is : <strong>{is}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
