import type { JSX } from 'preact';
import type { Forecast } from '../../../schema/licenses.js';
import { useText } from '../../parts.js';
import { Card } from '../../shell/card.js';
import { DeviceLink } from '../../shell/device-link.js';
import { Instant } from '../../shell/when.js';
import { licensesText } from '../licenses.text.js';

const MOST_LISTED = 20;

/** Which licences become free by themselves. */
export function ForecastCard({ forecast }: { readonly forecast: Forecast }): JSX.Element {
  const say = useText(licensesText);
  const { days, byDay, expiries } = forecast;
  return (
    <Card title={say('free', { days })}>
      {byDay.length === 0 ? <p class="muted">{say('noneFree')}</p> : null}
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
          <h3>{say('next')}</h3>
          <ul class="plain-list">
            {expiries.slice(0, MOST_LISTED).map(({ deviceId, expires }) => (
              <li key={deviceId}>
                <span class="line">
                  <DeviceLink deviceId={deviceId} />
                  <Instant at={Date.parse(expires)} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
