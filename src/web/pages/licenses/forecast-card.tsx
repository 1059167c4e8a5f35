import type { JSX } from 'preact';
import type { Forecast } from '../../../schema/devices/licenses.js';
import { useText } from '../../app-context.js';
import { Card } from '../../components/card.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Timestamp } from '../../components/timestamp.js';
import { licensesText } from './licenses.text.js';

const MAX_LISTED = 20;

/** The licenses that become free because devices expire. */
export function ForecastCard({ forecast }: { readonly forecast: Forecast }): JSX.Element {
  const t = useText(licensesText);
  const { days, byDay, expiries } = forecast;
  return (
    <Card title={t('becomingFree', { days })}>
      {byDay.length === 0 ? <p class="muted">{t('noneFree')}</p> : null}
      {byDay.length === 0 ? null : (
        <dl class="facts">
          {byDay.map(({ date, count }) => (
            <div key={date}>
              <dt>{date}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
      {expiries.length === 0 ? null : (
        <>
          <h3>{t('next')}</h3>
          <ul class="plain-list">
            {expiries.slice(0, MAX_LISTED).map(({ deviceId, expires }) => (
              <li key={deviceId}>
                <span class="line">
                  <DeviceLink deviceId={deviceId} />
                  <Timestamp at={Date.parse(expires)} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
