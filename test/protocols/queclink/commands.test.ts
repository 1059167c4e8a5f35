import { expect } from 'chai';
import type { Dialogue, ProvisioningResult } from '../../../src/protocols/provision.js';
import { queclink } from '../../../src/protocols/queclink/index.js';
import { provision } from '../../../src/protocols/queclink/provision.js';
import { bytes } from '../../support/framing.js';

const DEVICE_ID = '860599000773978';
const sent = '20261121082234';
const version = `+RESP:GTVER,1A0800,${DEVICE_ID},GL300,GL300,0A03,0103,20161007041531,10F8$`;
const acked = (message: string, rest: string, id = DEVICE_ID): string =>
  `+ACK:GT${message},1A0102,${id},,${rest},${sent},11F0$`;
const fri = '1,1,,,0000,2359,60,60,,,1F,0,,,,,,,';
const section = (fields: string, message = 'ALS', id = DEVICE_ID): string =>
  `+RESP:GT${message},1A0102,${id},GL300,${fields},${sent},02AE$`;

/** A tracker that says what it is told to: for each text that is sent, what comes. Returns what was sent, and what came of it. */
function runDialogue<T>(
  dialogue: Dialogue<T>,
  responses: readonly string[],
): { sent: string[]; ms: number; result: ProvisioningResult<T> } {
  const all: string[] = [];
  let ms = 0;
  for (;;) {
    const next = dialogue.next();
    if (next.done === true) return { sent: all, ms, result: next.value };
    const { send, timeoutMs, onData } = next.value;
    const response = send === undefined ? '' : (responses[all.length] ?? '');
    if (send !== undefined) all.push(Buffer.from(send).toString('latin1'));
    if (response === '' || !onData(bytes(response))) ms += timeoutMs;
  }
}

const open = (password?: string): ReturnType<typeof provision.open> =>
  provision.open({ secrets: password === undefined ? {} : { password }, nonce: 1 });
const identification = acked('RTO', 'VER,0001') + version;
const read = (answer: string): ReturnType<typeof runDialogue> =>
  runDialogue(open('gl300').read(['distance']), [identification, answer, answer]);

describe('Queclink commands', () => {
  it('are those of the papers', () => {
    expect(runDialogue(open('gl300').identify(), [identification]).sent).to.deep.equal(['AT+GTRTO=gl300,8,,,,,,0001$']);
    const answer = acked('RTO', '0002') + section(`FRI,${fri}`);
    const again = answer.replace(',0002,', ',0003,');
    const { sent: all, result } = runDialogue(open('gl300').write({ fixInterval: 30, reportMode: 0 }), [
      identification,
      answer,
      again,
      acked('FRI', '0004'),
    ]);
    expect(result.ok).to.equal(true);
    expect(all.slice(1)).to.deep.equal([
      'AT+GTRTO=gl300,2,FRI,,,,,0002$',
      'AT+GTRTO=gl300,2,FRI,,,,,0003$',
      'AT+GTFRI=gl300,0,1,,,0000,2359,30,60,,,1F,0,,,,,,,,0004$',
    ]);
  });

  it('are answered by the version of real trackers, older and newer', () => {
    const newer = '862170013895931';
    const reports = [
      [version, { hardwareId: DEVICE_ID, deviceId: DEVICE_ID, model: 'GL300', firmware: '0A03' }, DEVICE_ID],
      [
        `+RESP:GTVER,80202100,${newer},,00,10A01,20A00,20090214093254,11F0$`,
        { hardwareId: newer, deviceId: newer, model: '00', firmware: '10A01' },
        newer,
      ],
    ] as const;
    for (const [report, value, id] of reports) {
      for (const rest of ['VER,0001', '0001']) {
        const ack = acked('RTO', rest, id);
        for (const answer of [ack + report, report + ack, `x+RESP:GTFRI,1A${ack}\r\n${report}`]) {
          expect(runDialogue(open('gl300').identify(), [answer]).result, answer).to.deep.equal({ ok: true, value });
        }
      }
    }
  });

  it('are paired by serial number and IMEI: what others are answered is not taken', () => {
    const other = '860000000000017';
    for (const answer of [version, acked('RTO', 'VER,0002') + version, acked('FRI', '0001') + version]) {
      const { result, sent: all, ms } = runDialogue(open('gl300').identify(), [answer, answer]);
      expect(result, answer).to.include({ ok: false, code: 'no_answer' });
      expect(all).to.have.length(2);
      expect(ms).to.equal(10_000);
    }
    const mixed = acked('RTO', 'VER,0001', other) + version;
    expect(runDialogue(open('gl300').identify(), [mixed]).result).to.include({ ok: false, code: 'garbled' });
    const foreign = section(`FRI,${fri.replace('60,60', '10,10')}`, 'ALS', other);
    const answer = foreign + acked('RTO', 'READ,0002') + section(`CFG,x,y`) + section(`FRI,${fri}`) + foreign;
    expect(read(answer).result).to.deep.equal({ ok: true, value: { distance: 0 } });
  });

  it('are known to be heard by serial numbers in small letters too', () => {
    const driver = provision.open({ secrets: { password: 'gv200' }, nonce: 0x5f });
    expect(runDialogue(driver.identify(), [acked('RTO', 'VER,005f') + version]).result.ok).to.equal(true);
  });

  it('try the password of the model that is heard, then each usual one, for less than a minute', () => {
    const heard = `+RESP:GTINF,350302,${DEVICE_ID},,41,,${sent},11F0$`;
    const { sent: all, ms } = runDialogue(open().identify(), [heard]);
    const passwords = all.map((text) => /=(\w+),8,/.exec(text)?.[1]);
    expect(passwords).to.deep.equal(['gl300', 'gl300', 'gv200', 'gv300', 'gmt100', 'gl200', 'gl500']);
    expect(ms).to.be.below(60_000);
    const named = heard.replace(',,41', ',GV75W,41');
    expect(runDialogue(open().identify(), [named]).sent[2]).to.match(/=gv75w,/);
  });

  it('find the section among all, and as it is without what is blank', () => {
    const all = section(
      `BSI,net,,,,,,,SRI,2,,1,h,1,,0,,5,0,,,,,CFG,gl300,GL300,1,0.8,NMD,0,2,FRI,${fri},GEO,0,0`,
      'ALL',
    );
    const names = ['distance', 'name', 'acknowledge', 'sendInterval'];
    const answers = ['0002', '0003', '0004'].map((serial) => acked('RTO', `READ,${serial}`) + all);
    const { result } = runDialogue(open('gl300').read(names), [identification, ...answers]);
    const value = { distance: 0, name: 'GL300', acknowledge: false, sendInterval: 60 };
    expect(result).to.deep.equal({ ok: true, value });
    const blank = acked('RTO', '0002') + section(`FRI,${fri.replace('1F,0', '1F,')}`);
    expect(read(blank).result).to.deep.equal({ ok: true, value: {} });
    const far = acked('RTO', '0002') + section(`FRI,${fri.replace('1F,0', '1F,99999999')}`);
    expect(read(far).result).to.deep.equal({ ok: true, value: { distance: 99_999_999 } });
  });

  it('take no section of another form, and none of which the tracker says two things', () => {
    for (const wrong of [
      `${fri},`,
      fri.slice(0, -1),
      fri.replace('1F', ''),
      '1,0,,0,0000,0000,60,60,1000,1000,,0,600,0,,,',
    ]) {
      expect(read(acked('RTO', '0002') + section(`FRI,${wrong}`)).result).to.include({ ok: false, code: 'garbled' });
    }
    expect(read(acked('RTO', '0002')).result).to.include({ ok: false, code: 'garbled' });
    const answers = [
      acked('RTO', '0002') + section(`FRI,${fri}`),
      acked('RTO', '0003') + section(`FRI,${fri.replace('60', '6')}`),
    ];
    const { result, sent: all } = runDialogue(open('gl300').write({ distance: 50 }), [identification, ...answers]);
    expect(result).to.include({ ok: false, code: 'garbled' });
    expect(all.some((text) => text.startsWith('AT+GTFRI'))).to.equal(false);
  });

  it('leave the password as it is where it is not shown, and no password in a capture', () => {
    const [asked, again] = ['0002', '0003'].map((serial) => acked('RTO', serial) + section('CFG,,old,1'));
    const { sent: all } = runDialogue(open('abc123').write({ name: 'van' }), [
      identification,
      asked ?? '',
      again ?? '',
      acked('CFG', '0004'),
    ]);
    expect(all.at(-1)).to.equal('AT+GTCFG=abc123,abc123,van,1,0004$');
    const captured = [...all, section('CFG,abc123,van,1')].join('').replace(queclink.secretPattern ?? /$^/, '***');
    expect(captured).to.include('AT+GTCFG=***,***,van,1,0004$').and.include('AT+GTRTO=***,2,CFG,,,,,0002$');
    expect(captured).not.to.include('abc123');
  });
});
