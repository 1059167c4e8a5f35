import { forecastExpiries } from '../../domain/devices/license.js';
import { canSee } from '../../domain/accounts/scope.js';
import type { Forecast } from '../../schema/devices/licenses.js';
import type { User } from '../../schema/accounts/user.js';
import type { Store } from '../../store/store.js';
import type { Clock } from '../../time/clock.js';

/** Which licences become free by themselves in the days to come; of the devices those the user may see. */
export type GetForecast = (user: User) => Forecast;

export type GetForecastOptions = {
  readonly state: Pick<Store['state'], 'devices' | 'groups'>;
  /** the time by which devices expire */
  readonly clock: Pick<Clock, 'now'>;
  readonly timeZone: string;
};

const FORECAST_DAYS = 30;

export const createForecast =
  ({ state, clock, timeZone }: GetForecastOptions): GetForecast =>
  (user) =>
    forecastExpiries(state.devices.values(), {
      now: clock.now(),
      days: FORECAST_DAYS,
      timeZone,
      isVisible: (deviceId) => canSee(user, deviceId, state.groups),
    });
