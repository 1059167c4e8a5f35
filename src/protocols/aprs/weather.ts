import type { wx } from 'js-aprs-fap';

/** Names and valid ranges of weather values by the names of the parser; °C, %, hPa, degrees, m/s, mm, W/m². */
const QUANTITIES = {
  temp: ['temperature', -100, 100],
  humidity: ['humidity', 0, 100],
  pressure: ['pressure', 300, 1_200],
  wind_direction: ['windDirection', 0, 360],
  wind_speed: ['windSpeed', 0, 200],
  wind_gust: ['windGust', 0, 200],
  rain_1h: ['rain1h', 0, 10_000],
  rain_24h: ['rain24h', 0, 10_000],
  rain_midnight: ['rainMidnight', 0, 10_000],
  snow_24h: ['snow24h', 0, 10_000],
  luminosity: ['luminosity', 0, 2_000],
} as const;

/** The parser returns most values as text. */
export function weatherOf(measured: wx | undefined): Record<string, number> {
  const values = new Map<string, unknown>(Object.entries(measured ?? {}));
  return Object.fromEntries(
    Object.entries(QUANTITIES).flatMap(([parserName, [name, min, max]]): [string, number][] => {
      const value = values.get(parserName);
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && number >= min && number <= max ? [[name, number]] : [];
    }),
  );
}
