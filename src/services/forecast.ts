import { forecastOf } from '../domain/licence.js';
import { maySee } from '../domain/scope.js';
import type { Forecast } from '../schema/licenses.js';
import type { User } from '../schema/user.js';
import type { Store } from '../store/store.js';
import type { Clock } from './clock.js';

/** Which licences become free by themselves in the days to come; of the devices those the user may see. */
export type ForecastFor = (user: User) => Forecast;

export type ForecastOptions = {
  readonly state: Pick<Store['state'], 'devices' | 'groups'>;
  /** the time by which devices expire */
  readonly clock: Pick<Clock, 'now'>;
  readonly timeZone: string;
};

const DAYS = 30;

export const createForecast =
  ({ state, clock, timeZone }: ForecastOptions): ForecastFor =>
  (user) =>
    forecastOf(state.devices.values(), {
      now: clock.now(),
      days: DAYS,
      timeZone,
      isSeen: (deviceId) => maySee(user, deviceId, state.groups),
    });
