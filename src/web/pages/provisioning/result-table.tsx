import type { JSX } from 'preact';
import type { UnitResult } from '../../../schema/provisioning/provisioning.js';
import { useText } from '../../app-context.js';
import { linkTo } from '../../routing/match.js';
import { OutcomeBadge } from '../../components/outcome-badge.js';
import { Timestamp } from '../../components/timestamp.js';
import { FailureReason } from './failure-reason.js';
import { provisioningText } from './provisioning.text.js';

const MAX_LISTED = 100;

/** The result of each tracker, newest first. */
export function ResultTable({ results }: { readonly results: readonly UnitResult[] }): JSX.Element {
  const t = useText(provisioningText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{t('device')}</th>
          <th scope="col">{t('outcome')}</th>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('port')}</th>
          <th scope="col">{t('receipt')}</th>
        </tr>
      </thead>
      <tbody>
        {results
          .slice(-MAX_LISTED)
          .reverse()
          .map((result) => (
            <tr key={`${result.at} ${result.port}`}>
              <th scope="row">
                <span class="id">{result.deviceId ?? result.hardwareId ?? '–'}</span>
                <span class="muted small">
                  {[result.deviceName, result.model, result.firmware].filter((name) => name !== null).join(' · ')}
                </span>
              </th>
              <td data-label={t('outcome')}>
                <span class="outcome">
                  <OutcomeBadge outcome={result.outcome} />
                  {result.message === null ? null : (
                    <span class="small">
                      <FailureReason code={result.code} message={result.message} />
                    </span>
                  )}
                </span>
              </td>
              <td data-label={t('time')}>
                <Timestamp at={Date.parse(result.at)} />
              </td>
              <td data-label={t('port')}>
                <span class="port">{result.port}</span>
              </td>
              <td data-label={t('receipt')}>
                {result.receipt === null ? (
                  '–'
                ) : (
                  <a
                    href={linkTo('/receipts/:receiptId', { receiptId: result.receipt })}
                    aria-label={t('openReceipt', { device: result.deviceId ?? result.hardwareId ?? '' })}
                  >
                    {t('open')}
                  </a>
                )}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
