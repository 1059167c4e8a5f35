import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { Dialogue } from '../../../src/protocols/provision.js';
import { answered, openTalk } from '../../support/wpt-talk.js';

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

type Answers = Parameters<typeof answered>[1];
/** A tracker that does everything right, but for what `wrong` says */
const sound =
  (wrong: Partial<Record<string, Answers>> = {}): Answers =>
  (type, c, ...fields) => {
    const own = wrong[type];
    if (own !== undefined) return own(type, c, ...fields);
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
const reads = (wrong?: Partial<Record<string, Answers>>) =>
  answered(openTalk().read(['int', 'intm', 'id', 'led']), sound(wrong));
const writes = (wrong?: Partial<Record<string, Answers>>) => answered(openTalk().write({ int: 30 }), sound(wrong));
const fault = (run: { result: { ok: boolean } }, code: string, message: RegExp): void => {
  expect(run.result).to.include({ ok: false, code }).and.property('message').match(message);
};

describe('what a tracker of WPT/1 answers when it is set up', () => {
  it('is a name, by its hardware or else by its id', () => {
    const unit = (own: Parameters<typeof hel>[0]) => answered(openTalk().identify(), () => [[...hel(own)]]);
    const about = { model: 'WP', firmware: '2' };
    const known = { hardwareId: 'c0de', deviceId: 'trk-1', ...about };
    expect(unit({ caps: 'fix,cfg=6E1D,hw=c0de' }).result).to.deep.equal({ ok: true, value: known });
    expect(unit({}).result).to.deep.equal({ ok: true, value: { ...known, hardwareId: 'trk-1' } });
    fault(unit({ id: '', caps: 'fix' }), 'garbled', /the hardware id "" \(hw=/);
    fault(unit({ caps: 'hw=a b' }), 'garbled', /the hardware id "a b"/);
    fault(unit({ id: 'a b' }), 'garbled', /the id "a b"; up to 64/);
    fault(unit({ proto: 2 }), 'garbled', /version 2 of WPT; 1 was expected/);
  });

  it('may be nothing, for 12 seconds', () => {
    const dialogues: Dialogue<unknown>[] = [
      openTalk().identify(),
      openTalk().read(['int']),
      openTalk().write({ int: 5 }),
    ];
    for (const dialogue of dialogues) {
      const run = answered(dialogue, () => []);
      fault(run, 'no_answer', /says hello \(HEL\).*is the tracker on/);
      expect(run.waited).to.equal(12_000);
    }
    const silent = writes({ COM: () => [] });
    fault(silent, 'no_answer', /take its power off and on/);
    expect(silent.waited).to.equal(31_000);
  });

  it('is asked for again when a value was lost on the way', () => {
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

  it('is given as it is when it is out of range, left out when it is empty, and an answer to this alone', () => {
    const run = reads({
      GET: (_type, c) => [
        ['VAL', 'C9', 'int', 7],
        ['RES', 'C9', 'ERR', 'BUSY'],
        ['VAL', c, 'int', 1_000_000],
        ['VAL', c, 'id', ''],
        ['VAL', c, 'intm', ''],
        ['VAL', c, 'led', 0],
        ['VAL', c, 'colour', 'red'],
        ['RES', c, 'OK', 5],
      ],
    });
    expect(run.result).to.deep.equal({ ok: true, value: { int: 1_000_000, id: '', led: false } });
  });

  it('is garbled when there is no such thing', () => {
    const tells = (name: string, text: string) =>
      reads({
        GET: (_type, c) => [
          ['VAL', c, name, text],
          ['RES', c, 'OK', 1],
        ],
      });
    fault(tells('int', 'soon'), 'garbled', /int is "soon"; it is s from one fix/);
    fault(tells('led', 'blue'), 'garbled', /led is "blue"/);
    fault(writes({ SET: (_type, c) => [['RES', c, 'MAYBE']] }), 'garbled', /SET int was answered by RES MAYBE/);
    const cfg = (caps: string) => writes({ COM: (_type, c) => [['RES', c, 'OK'], [...hel({ nonce: 'B', caps })]] });
    fault(cfg('cfg=0000'), 'garbled', /was set to 0000 .*not to A67B/);
    fault(cfg('cfg'), 'garbled', /was set to nothing/);
    const mute = answered(openTalk().write({ baud: 9600 }), sound({ GET: (_type, c) => [['RES', c, 'OK']] }));
    fault(mute, 'garbled', /does not say how fast its line is/);
  });

  it('is a no in its own words', () => {
    fault(
      writes({ SET: (_type, c) => [['RES', c, 'ERR', 'RANGE', 'int']] }),
      'refused',
      /refuses .*SET int: RANGE int/,
    );
    fault(writes({ SET: (_type, c) => [['ERR', c, 'RANGE', 'int']] }), 'refused', /SET int: RANGE int/);
    fault(writes({ SET: (type) => [['ERR', type, 'TYPE']] }), 'refused', /SET int: TYPE/);
    fault(reads({ GET: (_type, c) => [['RES', c, 'ERR']] }), 'refused', /GET \*: it says no reason/);
    fault(writes({ COM: (_type, c) => [['RES', c, 'ERR', 'STORE']] }), 'refused', /COM A67B: STORE/);
  });

  it('is shown the key with the nonce it said last', () => {
    let mac = '';
    const run = answered(
      openTalk(key).write({ int: 30 }),
      sound({
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
