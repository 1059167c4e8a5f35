import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { Dialogue } from '../../../src/protocols/provision.js';
import { answered, openTalk } from '../../support/protocols/wpt-talk.js';

const hel = (own: { proto?: number; id?: string; nonce?: string; caps?: string } = {}) =>
  [
    'HEL',
    own.proto ?? 1,
    own.id ?? 'trk-1',
    '9F3A01C2',
    1,
    1,
    'WP',
    '2',
    own.nonce ?? 'A1B2C3D4',
    own.caps ?? '',
  ] as const;
const key = '000102030405060708090A0B0C0D0E0F';

type Replies = Parameters<typeof answered>[1];
/** A tracker that behaves correctly, except for the replies in `overrides`. */
const trackerWith =
  (overrides: Partial<Record<string, Replies>> = {}): Replies =>
  (type, c, ...fields) => {
    const override = overrides[type];
    if (override !== undefined) return override(type, c, ...fields);
    if (type === 'IDN') return [[...hel()]];
    if (type === 'GET')
      return [
        ['VAL', c, 'int', 60],
        ['VAL', c, 'baud', 115200],
        ['RES', c, 'OK', 2],
      ];
    if (type === 'COM') return [['RES', c, 'OK'], [...hel({ nonce: 'B', caps: `cfg=${fields[0]}` })]];
    return [['RES', c, 'OK', 'staged']];
  };
const reads = (overrides?: Partial<Record<string, Replies>>) =>
  answered(openTalk().read(['int', 'intm', 'id', 'led']), trackerWith(overrides));
const writes = (overrides?: Partial<Record<string, Replies>>) =>
  answered(openTalk().write({ int: 30 }), trackerWith(overrides));
const expectFailure = (run: { result: { ok: boolean } }, code: string, message: RegExp): void => {
  expect(run.result).to.include({ ok: false, code }).and.property('message').match(message);
};

describe('the replies of a WPT/1 tracker in provisioning', () => {
  it('a tracker is identified by its hardware id, or else by its device id', () => {
    const unit = (own: Parameters<typeof hel>[0]) => answered(openTalk().identify(), () => [[...hel(own)]]);
    const about = { model: 'WP', firmware: '2' };
    const known = { hardwareId: 'c0de', deviceId: 'trk-1', ...about };
    expect(unit({ caps: 'fix,cfg=6E1D,hw=c0de' }).result).to.deep.equal({ ok: true, value: known });
    expect(unit({}).result).to.deep.equal({ ok: true, value: { ...known, hardwareId: 'trk-1' } });
    expectFailure(unit({ id: '', caps: 'fix' }), 'garbled', /hardware id: expected hw= in HEL .*got ""/);
    expectFailure(unit({ caps: 'hw=a b' }), 'garbled', /hardware id: .*got "a b"/);
    expectFailure(unit({ id: 'a b' }), 'garbled', /device id: expected up to 64 .*got "a b"/);
    expectFailure(unit({ proto: 2 }), 'garbled', /WPT version: expected 1, got 2/);
  });

  it('a silent tracker is reported after 12 seconds', () => {
    const dialogues: Dialogue<unknown>[] = [
      openTalk().identify(),
      openTalk().read(['int']),
      openTalk().write({ int: 5 }),
    ];
    for (const dialogue of dialogues) {
      const run = answered(dialogue, () => []);
      expectFailure(run, 'no_answer', /no HEL in reply to IDN: check that the tracker is on/);
      expect(run.waited).to.equal(12_000);
    }
    const silent = writes({ COM: () => [] });
    expectFailure(silent, 'no_answer', /power-cycle it/);
    expect(silent.waited).to.equal(31_000);
  });

  it('values are requested again if one was lost', () => {
    let times = 0;
    const { result, waited, sent } = reads({
      GET: (_type, c) => [
        ...((times += 1) > 1 ? [['VAL', c, 'int', 60]] : []),
        ['VAL', c, 'led', 1],
        ['RES', c, 'OK', 2],
      ],
    });
    expect(result).to.deep.equal({ ok: true, value: { int: 60, led: true } });
    expect([waited, sent.length, sent[1] === sent[2]]).to.deep.equal([2_000, 3, true]);
  });

  it('a value out of range is returned, an empty one is left out, and replies to other commands are ignored', () => {
    const run = reads({
      GET: (_type, c) => [
        ['VAL', 'C9', 'int', 7],
        ['RES', 'C9', 'ERR', 'BUSY'],
        ['VAL', c, 'int', 1_000_000],
        ['VAL', c, 'id', ''],
        ['VAL', c, 'intm', ''],
        ['VAL', c, 'led', 0],
        ['VAL', c, 'color', 'red'],
        ['RES', c, 'OK', 5],
      ],
    });
    expect(run.result).to.deep.equal({ ok: true, value: { int: 1_000_000, id: '', led: false } });
  });

  it('an impossible reply is reported as garbled', () => {
    const readWith = (name: string, text: string) =>
      reads({
        GET: (_type, c) => [
          ['VAL', c, name, text],
          ['RES', c, 'OK', 1],
        ],
      });
    expectFailure(readWith('int', 'soon'), 'garbled', /value of int: expected time between fixes .*got "soon"/);
    expectFailure(readWith('led', 'blue'), 'garbled', /value of led: .*got "blue"/);
    expectFailure(writes({ SET: (_type, c) => [['RES', c, 'MAYBE']] }), 'garbled', /reply to SET int: .*got RES MAYBE/);
    const cfg = (caps: string) => writes({ COM: (_type, c) => [['RES', c, 'OK'], [...hel({ nonce: 'B', caps })]] });
    expectFailure(cfg('cfg=0000'), 'garbled', /expected cfg=A67B in HEL, got 0000/);
    expectFailure(cfg('cfg'), 'garbled', /got none/);
    const withoutBaud = answered(
      openTalk().write({ baud: 9600 }),
      trackerWith({ GET: (_type, c) => [['RES', c, 'OK']] }),
    );
    expectFailure(withoutBaud, 'garbled', /no VAL for baud/);
  });

  it('a rejection is reported with the code and detail of the tracker', () => {
    expectFailure(
      writes({ SET: (_type, c) => [['RES', c, 'ERR', 'RANGE', 'int']] }),
      'refused',
      /tracker rejected SET int: RANGE int/,
    );
    expectFailure(writes({ SET: (_type, c) => [['ERR', c, 'RANGE', 'int']] }), 'refused', /SET int: RANGE int/);
    expectFailure(writes({ SET: (type) => [['ERR', type, 'TYPE']] }), 'refused', /SET int: TYPE/);
    expectFailure(reads({ GET: (_type, c) => [['RES', c, 'ERR']] }), 'refused', /GET \*: no reason given/);
    expectFailure(writes({ COM: (_type, c) => [['RES', c, 'ERR', 'STORE']] }), 'refused', /COM A67B: STORE/);
  });

  it('the mac uses the nonce of the last HEL', () => {
    let mac = '';
    const run = answered(
      openTalk(key).write({ int: 30 }),
      trackerWith({
        IDN: () => [[...hel({ nonce: 'OLD' })], [...hel({ nonce: 'NEW' })]],
        COM(_type, c, digest = '', shown = '') {
          mac = shown;
          return [['RES', c, 'OK'], [...hel({ nonce: 'B', caps: `cfg=${digest}` })]];
        },
      }),
    );
    expect(run.result.ok).to.equal(true);
    const own = createHmac('sha256', Buffer.from(key, 'hex')).update('NEW,A67B').digest('hex');
    expect(mac).to.equal(own.slice(0, 16).toUpperCase());
  });
});
