import { expect } from 'chai';
import { BOUNDS } from '../../../src/domain/bounds.js';
import type { Change } from '../../../src/schema/entry.js';
import type { Position } from '../../../src/schema/zones/shape.js';
import { useApp } from '../../support/gateway/app.js';
import { expectFailure, expectSuccess } from '../../support/api/envelope.js';
import { alertRuleOf, zoneOf } from '../../support/store/zones.js';

const vertices = (count: number): Position[] =>
  Array.from({ length: count }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / count;
    return [Math.cos(angle), Math.sin(angle)];
  });
const closed = (ring: Position[]): Position[] => [...ring, ...ring.slice(0, 1)];
const polygon = (...coordinates: unknown[]): object => ({ type: 'polygon', coordinates });
const SQUARE = closed([
  [5, 52],
  [6, 52],
  [6, 53],
  [5, 53],
]);

describe('a zone that is no area on the map', () => {
  const app = useApp();
  const create = (shape: object): ReturnType<typeof app.call> => app.call('POST', '/api/zones', { name: 'Bad', shape });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    [
      'a polygon that crosses itself',
      polygon(
        closed([
          [5, 52],
          [6, 53],
          [6, 52],
          [5, 53],
        ]),
      ),
      /^\/shape\/coordinates\/0 must not cross or touch itself: edges 0 and 2 do$/,
    ],
    [
      'a hole outside of its polygon',
      polygon(
        SQUARE,
        closed([
          [7, 52],
          [7.1, 52],
          [7.1, 52.1],
        ]),
      ),
      /^\/shape\/coordinates\/1 is a hole that is not inside the outer ring$/,
    ],
    [
      'a polygon of 201 vertices',
      polygon(closed(vertices(201))),
      /^\/shape\/coordinates\/0 must NOT have more than 201 items/,
    ],
    [
      'a polygon of 201 vertices in two rings',
      polygon(closed(vertices(190)), closed(vertices(11).map(([x, y]) => [x / 2, y / 2]))),
      /^\/shape\/coordinates must have at most 200 vertices in all, has 201$/,
    ],
    ['a corridor of 201 vertices', { type: 'corridor', coordinates: vertices(201), width: 5 }, /200/],
    [
      'latitude and longitude in the wrong order',
      { type: 'circle', center: [52.5, 105], radius: 50 },
      /^\/shape\/center\/1 must be a latitude up to ±90: the longitude comes first$/,
    ],
    [
      'a polygon around the whole world',
      polygon(
        closed([
          [-180, -89],
          [0, -89],
          [180, -89],
          [180, 89],
          [0, 89],
          [-180, 89],
        ]),
      ),
      /use a circle for an area around a pole|repeats|half the Earth|must not cross/,
    ],
    [
      'a circle around the whole world',
      { type: 'circle', center: [0, 0], radius: 2.1e7 },
      /^\/shape\/radius must be <= 1000000$/,
    ],
    ['no number', { type: 'circle', center: [null, 5], radius: 50 }, /^\/shape\/center\/0/],
  ];
  for (const [what, shape, message] of refused) {
    it(`${what} is refused, and the message says where and why`, async () => {
      expectFailure(await create(shape), 'validation_failed', message);
      expect((await app.call('GET', '/api/zones')).body.zones).to.deep.equal([]);
    });
  }

  it('NaN and a number that is too large for JSON are refused', async () => {
    for (const number of ['NaN', '1e999', '-Infinity']) {
      const response = await fetch(`${app.url()}/api/zones`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${app.admin().token}`, 'Content-Type': 'application/json' },
        body: `{"name":"Bad","shape":{"type":"circle","center":[${number},5],"radius":50}}`,
      });
      expect(response.status, number).to.equal(400);
    }
  });
});

describe('the bounds of zones and alert rules', () => {
  const app = useApp({ config: { licenses: { total: 5 } } });
  const circle = { type: 'circle', center: [5, 52], radius: 50 };

  async function fill(count: number, changeOf: (index: number) => Change): Promise<void> {
    await app.change(Array.from({ length: count }, (_, index) => changeOf(index)));
  }

  it('the 2,001st zone is refused, also as one of a file, until another one is removed', async () => {
    await fill(BOUNDS.zones.max, (index) => ({ kind: 'zone', v: zoneOf(`zone-${index}`) }));
    const create = () => app.call('POST', '/api/zones', { name: 'One more', shape: circle });
    expectFailure(await create(), 'conflict', /zone/);
    const feature = {
      type: 'Feature',
      properties: { name: 'From a file', radius: 5 },
      geometry: { type: 'Point', coordinates: [5, 52] },
    };
    expectFailure(await app.call('POST', '/api/zones/import', feature), 'conflict', /zone/);
    expectSuccess(await app.call('DELETE', '/api/zones/zone-7'));
    expectSuccess(await create(), 201);
  });

  it('the 501st alert rule is refused until another one is removed', async () => {
    await fill(BOUNDS.alertRules.max, (index) => ({ kind: 'alert-rule', v: alertRuleOf(`rule-${index}`) }));
    const create = () => app.call('POST', '/api/alertRules', { name: 'One more', type: 'speed', limit: 5, all: true });
    expectFailure(await create(), 'conflict', /alert rule/);
    expectSuccess(await app.call('DELETE', '/api/alertRules/rule-7'));
    expectSuccess(await create(), 201);
  });
});

describe('the bytes of zones and alert rules', () => {
  const app = useApp();
  const MAX_MORE = 250;

  /** What the last of these calls is refused with. */
  async function refusalOf(
    path: string,
    bodyOf: (index: number) => object,
  ): Promise<Awaited<ReturnType<typeof app.call>>> {
    for (let index = 0; ; index += 1) {
      const sent = await app.call('POST', path, bodyOf(index));
      if (sent.status !== 201 || index === MAX_MORE) return sent;
    }
  }
  const countOf = ({ bytes }: { readonly bytes: number }, value: object): number =>
    Math.floor((bytes - 30_000) / JSON.stringify(value).length);

  it('zones beyond 3 MiB and alert rules beyond 1 MiB are refused', async () => {
    const shape = { type: 'polygon' as const, coordinates: [closed(vertices(200))] };
    const devices = Array.from({ length: 1_000 }, (_, index) => `device-${index}`);
    const zone = zoneOf('zone', { shape });
    const rule = { ...alertRuleOf('rule'), all: false, devices };
    await app.change([
      ...Array.from({ length: countOf(BOUNDS.zones, zone) }, (_, index): Change => {
        const id = `zone-${index}`;
        return { kind: 'zone', v: { ...zone, id, name: id } };
      }),
      ...Array.from({ length: countOf(BOUNDS.alertRules, rule) }, (_, index): Change => {
        const id = `rule-${index}`;
        return { kind: 'alert-rule', v: { ...rule, id, name: id } };
      }),
    ]);
    const zones = await refusalOf('/api/zones', (index) => ({ name: `More ${index}`, shape }));
    expectFailure(zones, 'conflict', /zone/);
    const speed = { type: 'speed', limit: 5, all: true };
    const rules = await refusalOf('/api/alertRules', (index) => ({ ...speed, name: `${'x'.repeat(100)} ${index}` }));
    expectFailure(rules, 'conflict', /alert rule/);
    expect((await app.call('GET', '/api/alertRules')).body.alertRules)
      .to.be.an('array')
      .with.lengthOf.below(BOUNDS.alertRules.max);
  });
});
