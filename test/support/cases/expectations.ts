import { expect } from 'chai';
import type { Location } from '../../../src/schema/records/location.js';
import type { CaseOutcome } from './case-outcome.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Protocols whose replies the cases write in hexadecimal. */
const BINARY_REPLIES: ReadonlySet<string> = new Set(['gt06', 'teltonika']);

type Check = (outcome: CaseOutcome, values: readonly string[], protocol: string) => void;

const instantOf = ({ dateTime }: Pick<Location, 'dateTime'>): number => Date.parse(dateTime);
const iso = (instant: number): string => new Date(instant).toISOString();
const datesOf = (locations: readonly Location[]): string[] => locations.map((one) => iso(instantOf(one)));

/** `T`, `T+2 s` */
const dateOf = (text: string, { t }: CaseOutcome): string =>
  iso(t + SECOND_MS * Number(/^T(?:\+(\d+) s)?$/.exec(text)?.[1] ?? 0));

/** The times of the writes as the sentences state them, to the second. */
const statedDates = ({ writes }: CaseOutcome, sentence: RegExp): string[] =>
  writes.filter(({ text }) => sentence.test(text)).map(({ at }) => iso(at - (at % SECOND_MS)));

const isMarked = ({ attributes }: Location, ...names: readonly string[]): boolean =>
  names.some((name) => attributes?.[name] !== undefined);

function expectLast({ last }: CaseOutcome, expected: Location | undefined): void {
  expect(expected, 'a location that could be the last one').to.not.equal(undefined);
  expect(last && { dateTime: last.dateTime, place: [last.latitude, last.longitude] }, 'last location').to.deep.equal(
    expected && { dateTime: expected.dateTime, place: [expected.latitude, expected.longitude] },
  );
}

const expectReceivedNow = ({ now }: CaseOutcome, { dateTime }: Pick<Location, 'dateTime'>): void => {
  expect(Math.abs(now - Date.parse(dateTime)), `${dateTime}, ms from the reception`).to.be.at.most(HOUR_MS);
};

const expectReply = ({ replies }: CaseOutcome, part: string, protocol: string): void => {
  const encoding = BINARY_REPLIES.has(protocol) ? 'hex' : 'latin1';
  expect(Buffer.from(replies.join(''), 'latin1').toString(encoding)).to.include(part);
};

function expectUndatedFixes(outcome: CaseOutcome): void {
  const stated = statedDates(outcome, /GGA|RMC/);
  const dated = datesOf(outcome.locations).filter((date) => stated.includes(date));
  if (/\bdate\b/.test(outcome.reason ?? '')) return;
  expect(dated.length, `fixes of ${stated.length}, and the reason is ${String(outcome.reason)}`).to.be.at.least(5);
}

function expectOnlyWholeFrames({ locationsOf }: CaseOutcome, [list = '']: readonly string[]): void {
  const [first = '', ...others] = list.split(', ');
  const whole = [first, ...others.map((digit) => first.slice(0, -digit.length) + digit)];
  const nodes = Array.from({ length: 9 }, (_, node) => first.slice(0, -1) + String(node));
  expect(nodes.filter((node) => locationsOf(node).length > 0)).to.deep.equal(whole);
  expect(nodes.filter((node) => locationsOf(node).length > 1)).to.deep.equal([]);
}

function expectValues({ locations }: CaseOutcome, [list = '']: readonly string[]): void {
  expect(locations).to.have.length(1);
  const [location] = locations;
  for (const [, name = '', value = ''] of list.matchAll(/(\w+) (-?[\d.]+)/g)) {
    const actual = location?.[name as 'latitude' | 'longitude' | 'altitude' | 'course'];
    const [, decimals = ''] = value.split('.');
    expect(actual, name).to.be.closeTo(Number(value), 0.5 * 10 ** -decimals.length);
  }
}

/** The recalled position is that of the first packet; the second one states no time, and is of its reception. */
function expectRecalled({ locations, writes }: CaseOutcome): void {
  const current = locations.filter((one) => !isMarked(one, 'timeSuspect', 'recalled'));
  expect(current).to.have.length(1);
  for (const location of current) expect(instantOf(location)).to.be.at.least((writes[1]?.at ?? 0) - SECOND_MS / 2);
  expect(locations.length).to.be.at.most(2);
}

function expectRightClock({ samples }: CaseOutcome): void {
  for (const { now, quality, last } of samples) {
    expect(quality, `quality of the clock at ${iso(now)}`).to.not.equal('none');
    if (last !== undefined) expect(instantOf(last), `last location at ${iso(now)}`).to.be.at.most(now);
  }
}

function expectNothingUnder({ locations }: CaseOutcome, [year = '']: readonly string[]): void {
  const credible = locations.filter((one) => one.dateTime.startsWith(year) && !isMarked(one, 'timeSuspect'));
  expect(credible, `locations of ${year} that are not marked`).to.deep.equal([]);
}

function expectReplies({ replies }: CaseOutcome, [list = '']: readonly string[]): void {
  const expected = list.split(', ').map((reply) => (reply === 'none' ? '' : reply));
  expect(replies.map((reply) => Buffer.from(reply, 'latin1').toString('hex'))).to.deep.equal(expected);
}

const DATE = String.raw`T(?:\+\d+ s)?`;

/** The sentences in which a case states what is right; each matches where the one before it ended. */
const SENTENCES: readonly (readonly [pattern: string, check: Check])[] = [
  [
    `the locations are dated (${DATE}(?:, ${DATE})*), and no others`,
    (outcome, [list = '']) => {
      const expected = list.split(', ').map((text) => dateOf(text, outcome));
      expect(datesOf(outcome.locations)).to.deep.equal(expected);
    },
  ],
  [
    'the last location is the newest',
    (outcome) => {
      expectLast(outcome, outcome.locations.at(-1));
    },
  ],
  [
    'it is the last location',
    (outcome) => {
      expectLast(outcome, outcome.locations[0]);
    },
  ],
  [
    `the last location is dated (${DATE})`,
    (outcome, [text = '']) => {
      expect(datesOf(outcome.last === undefined ? [] : [outcome.last])).to.deep.equal([dateOf(text, outcome)]);
    },
  ],
  [
    `the confirmed fix, dated (${DATE}), is the last location`,
    (outcome, [text = '']) => {
      expect(datesOf(outcome.locations)).to.include(dateOf(text, outcome));
      expect(datesOf(outcome.last === undefined ? [] : [outcome.last])).to.deep.equal([dateOf(text, outcome)]);
    },
  ],
  [
    `the good fix, dated (${DATE}), is stored`,
    (outcome, [text = '']) => expect(datesOf(outcome.locations)).to.include(dateOf(text, outcome)),
  ],
  [
    'one location, dated within an hour of the reception',
    (outcome) => {
      expect(outcome.locations).to.have.length(1);
      for (const location of outcome.locations) expectReceivedNow(outcome, location);
    },
  ],
  [
    String.raw`one alert (\w+), dated within an hour of the reception`,
    (outcome, [name]) => {
      expect(outcome.alerts.map(({ alerts }) => alerts)).to.deep.equal([[name]]);
      for (const alert of outcome.alerts) expectReceivedNow(outcome, alert);
    },
  ],
  [String.raw`one location: ([\w .,-]+)`, expectValues],
  ['no location at 0,0', ({ locations }) => expect(locations.filter(isAtZero)).to.deep.equal([])],
  ['no location', ({ locations }) => expect(locations).to.deep.equal([])],
  [String.raw`(\d+) locations?`, ({ locations }, [count]) => expect(locations).to.have.length(Number(count))],
  [
    String.raw`the location has the attribute name (\w+)`,
    ({ locations }, [name]) => expect(locations.map(({ attributes }) => attributes?.name)).to.deep.equal([name]),
  ],
  [
    'the location has no attribute name',
    ({ locations }) => expect(locations.map(({ attributes }) => attributes?.name)).to.deep.equal([undefined]),
  ],
  [
    'the location has no speed and no course',
    ({ locations }) =>
      expect(locations.map(({ speed, course }) => [speed, course])).to.deep.equal([[undefined, undefined]]),
  ],
  [
    String.raw`one location of each node whose frame is whole \(([\d, ]+)\) and none of the others`,
    expectOnlyWholeFrames,
  ],
  [
    'every RMC gives a stored location',
    (outcome) => expect(datesOf(outcome.locations)).to.deep.equal(statedDates(outcome, /RMC/)),
  ],
  [
    'at least 5 of the fixes are stored, dated by the time of day they state and the date of the reception; ' +
      'or the `reason` of the port names the missing date',
    expectUndatedFixes,
  ],
  [String.raw`nothing is stored under (\d{4}), or it has the attribute timeSuspect`, expectNothingUnder],
  [
    'the position of the first packet is not stored, or has the attribute timeSuspect or recalled; ' +
      'that of the second is stored',
    expectRecalled,
  ],
  [
    String.raw`the clock stays trusted \(.GET /api/clock.: not .none.\) and the last location is never ahead of the clock`,
    expectRightClock,
  ],
  [String.raw`the replies are ((?:\w+(?:, )?)+)`, expectReplies],
  [
    'a reply contains ([^;]+(?:;ID=[^;]+;[^;]+)?)',
    (outcome, [part = ''], protocol) => {
      expectReply(outcome, part, protocol);
    },
  ],
];

const isAtZero = ({ latitude, longitude }: Location): boolean => latitude === 0 && longitude === 0;

/** The checks of a text that states what is right, in its order. Throws at a sentence that is not in the table. */
export function checksOf(expected: string, protocol: string): readonly ((outcome: CaseOutcome) => void)[] {
  const checks: ((outcome: CaseOutcome) => void)[] = [];
  for (let at = 0; at < expected.length;) {
    const row = SENTENCES.map(([pattern, check]) => [new RegExp(`(?:${pattern})(?:; |$)`, 'y'), check] as const).find(
      ([pattern]) => {
        pattern.lastIndex = at;
        return pattern.test(expected);
      },
    );
    if (row === undefined) throw new Error(`no check for the expectation: ${expected.slice(at)}`);
    const [pattern, check] = row;
    pattern.lastIndex = at;
    const [text = '', ...values] = pattern.exec(expected) ?? [];
    checks.push((outcome) => {
      check(outcome, values, protocol);
    });
    at += text.length;
  }
  return checks;
}
