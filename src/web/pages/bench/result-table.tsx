import type { JSX } from 'preact';
import type { UnitResult } from '../../../schema/provisioning.js';
import { useText } from '../../parts.js';
import { linkTo } from '../../routing/match.js';
import { OutcomeBadge } from '../../shell/outcome-badge.js';
import { Instant } from '../../shell/when.js';
import { benchText } from './bench.text.js';

const MOST_LISTED = 100;

/** What became of each tracker, the newest first. */
export function ResultTable({ results }: { readonly results: readonly UnitResult[] }): JSX.Element {
  const say = useText(benchText);
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{say('device')}</th>
          <th scope="col">{say('outcome')}</th>
          <th scope="col">{say('at')}</th>
          <th scope="col">{say('port')}</th>
          <th scope="col">{say('receipt')}</th>
        </tr>
      </thead>
      <tbody>
        {results
          .slice(-MOST_LISTED)
          .reverse()
          .map((result) => (
            <tr key={`${result.at} ${result.port}`}>
              <th scope="row">
                {result.deviceId ?? result.hardwareId ?? '–'}
                <span class="muted small">
                  {[result.model, result.firmware].filter((one) => one !== null).join(' ')}
                </span>
              </th>
              <td data-label={say('outcome')}>
                <span class="outcome">
                  <OutcomeBadge outcome={result.outcome} />
                  {result.message === null ? null : <span class="small">{result.message}</span>}
                </span>
              </td>
              <td data-label={say('at')}>
                <Instant at={Date.parse(result.at)} />
              </td>
              <td data-label={say('port')}>
                <span class="port">{result.port}</span>
              </td>
              <td data-label={say('receipt')}>
                {result.receipt === null ? (
                  '–'
                ) : (
                  <a
                    href={linkTo('/receipts/:receiptId', { receiptId: result.receipt })}
                    aria-label={say('openReceipt', { device: result.deviceId ?? result.hardwareId ?? '' })}
                  >
                    {say('open')}
                  </a>
                )}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
