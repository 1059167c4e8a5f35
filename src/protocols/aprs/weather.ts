import type { wx } from 'js-aprs-fap';

/** Values in °C, %, hPa, degrees, m/s, mm and W/m², by name. */
export type AprsWeather = Readonly<Record<string, number>>;

/** Names and valid ranges of weather values by the names of the parser. */
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
type Quantity = keyof typeof QUANTITIES;

const MPH = 0.44704;
/** of a hundredth of an inch */
const MM = 0.254;

/** By the letter of a field: what it measures, its number of digits, and its value in the unit above. */
const FIELDS: Readonly<Record<string, readonly [Quantity, digits: number, toUnit: (value: number) => number]>> = {
  g: ['wind_gust', 3, (mph) => mph * MPH],
  t: ['temp', 3, (fahrenheit) => (fahrenheit - 32) / 1.8],
  r: ['rain_1h', 3, (hundredths) => hundredths * MM],
  p: ['rain_24h', 3, (hundredths) => hundredths * MM],
  P: ['rain_midnight', 3, (hundredths) => hundredths * MM],
  // 100 % is 00.
  h: ['humidity', 3, (percent) => (percent === 0 ? 100 : percent)],
  b: ['pressure', 5, (tenths) => tenths / 10],
  L: ['luminosity', 3, (watts) => watts],
  l: ['luminosity', 3, (watts) => watts + 1_000],
  s: ['snow_24h', 3, (hundredths) => hundredths * MM],
};

/** Direction and speed in mph; a value that is not measured is dots, spaces or dashes. */
const WIND = /^_?(?:([\d. -]{3})\/([\d. ]{3})|c([\d. -]{3})s([\d. -]{3}))/;
/** A field, also after the letter of a software; a value that is not measured is dots or spaces. */
const FIELD = /[A-Z]?(?:([gtrpPLls])(-?\d+|[. ]{3})|(h)(\d+|[. ]{2})|(b)(\d+|[. ]{4,5}))/y;
/** The software and the unit, at the end of a report. */
const SOFTWARE = /^[\w-]{3,5}$/;

/** Where the text starts after an uncompressed or compressed position. */
const UNCOMPRESSED_BYTES = 19;
const COMPRESSED_BYTES = 13;
/** `_` and the time */
const POSITIONLESS_BYTES = 9;
/** Where the position starts, by the first character of the packet: also after a time, or the name and time of an object. */
const POSITION_STARTS: Readonly<Record<string, number>> = { '!': 1, '=': 1, '/': 8, '@': 8, ';': 18 };

/** The values of a Peet Bros station; the parser returns most of them as text. */
export function peetWeatherOf(measured: wx | undefined): AprsWeather {
  return inRange(
    Object.entries(measured ?? {}).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
    ]),
  );
}

/**
 * The weather of a report with the symbol of a weather station or without a position (APRS 1.0.1, 12), and the comment
 * after it. The parser loses all fields after one that is not measured, so it is not used here. `info`: the packet.
 */
export function readWeather(info: string): { readonly weather: AprsWeather; readonly comment: string } {
  const text = weatherTextOf(info);
  const measured: [string, number][] = [];
  const [wind = '', direction, speed, positionlessDirection, positionlessSpeed] = WIND.exec(text) ?? [];
  const windDirection = numberOf(direction ?? positionlessDirection);
  const windSpeed = numberOf(speed ?? positionlessSpeed);
  if (windDirection !== undefined) measured.push(['wind_direction', windDirection]);
  if (windSpeed !== undefined) measured.push(['wind_speed', windSpeed * MPH]);
  let end = wind.length;
  FIELD.lastIndex = end;
  for (let match = FIELD.exec(text); match !== null; match = FIELD.exec(text)) {
    end = FIELD.lastIndex;
    const [letter = '', value = ''] = match.slice(1).filter((part: string | undefined) => part !== undefined);
    const [quantity, digits, toUnit] = FIELDS[letter] ?? [];
    const number = value.length <= (digits ?? 0) ? numberOf(value) : undefined;
    if (quantity !== undefined && number !== undefined) measured.push([quantity, toUnit?.(number) ?? NaN]);
  }
  const rest = text.slice(end);
  return { weather: inRange(measured), comment: SOFTWARE.test(rest) ? '' : rest };
}

function weatherTextOf(info: string): string {
  if (info.startsWith('_')) return info.slice(POSITIONLESS_BYTES);
  const start = POSITION_STARTS[info.charAt(0)] ?? info.length;
  return info.slice(start + (/\d/.test(info.charAt(start)) ? UNCOMPRESSED_BYTES : COMPRESSED_BYTES));
}

const numberOf = (text = ''): number | undefined => (/^-?\d+$/.test(text) ? Number(text) : undefined);

/** The possible values under the names of telemetry, to a tenth. */
const inRange = (measured: readonly (readonly [string, unknown])[]): AprsWeather =>
  Object.fromEntries(
    measured.flatMap(([quantity, value]): [string, number][] => {
      const [name, min, max] = Object.hasOwn(QUANTITIES, quantity) ? QUANTITIES[quantity as Quantity] : [];
      if (name === undefined || typeof value !== 'number' || !(value >= min && value <= max)) return [];
      return [[name, Math.round(value * 10) / 10 + 0]];
    }),
  );
