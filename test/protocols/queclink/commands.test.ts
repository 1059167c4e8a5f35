import { expect } from 'chai';
import type { Dialogue, ProvisioningResult } from '../../../src/protocols/provision.js';
import { queclink } from '../../../src/protocols/queclink/index.js';
import { provision } from '../../../src/protocols/queclink/provision.js';
import { bytes } from '../../support/protocols/framing.js';

const DEVICE_ID = '860599000773978';
const sent = '20261121082234';
const version = `+RESP:GTVER,1A0800,${DEVICE_ID},GL300,GL300,0A03,0103,20161007041531,10F8$`;
const acked = (message: string, rest: string, id = DEVICE_ID): string =>
  `+ACK:GT${message},1A0102,${id},,${rest},${sent},11F0$`;
const fri = '1,1,,,0000,2359,60,60,,,1F,0,,,,,,,';
const section = (fields: string, message = 'ALS', id = DEVICE_ID): string =>
  `+RESP:GT${message},1A0102,${id},GL300,${fields},${sent},02AE$`;

/** Runs a dialogue with one scripted response per sent command; returns what was sent, the total wait and the result. */
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
const read = (response: string): ReturnType<typeof runDialogue> =>
  runDialogue(open('gl300').read(['distance']), [identification, response, response]);

describe('the Queclink command channel', () => {
  it('commands have the form of the documentation', () => {
    expect(runDialogue(open('gl300').identify(), [identification]).sent).to.deep.equal(['AT+GTRTO=gl300,8,,,,,,0001$']);
    const response = acked('RTO', '0002') + section(`FRI,${fri}`);
    const secondResponse = response.replace(',0002,', ',0003,');
    const { sent: all, result } = runDialogue(open('gl300').write({ fixInterval: 30, reportMode: 0 }), [
      identification,
      response,
      secondResponse,
      acked('FRI', '0004'),
    ]);
    expect(result.ok).to.equal(true);
    expect(all.slice(1)).to.deep.equal([
      'AT+GTRTO=gl300,2,FRI,,,,,0002$',
      'AT+GTRTO=gl300,2,FRI,,,,,0003$',
      'AT+GTFRI=gl300,0,1,,,0000,2359,30,60,,,1F,0,,,,,,,,0004$',
    ]);
  });

  it('the version reports of older and newer trackers are read', () => {
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
        for (const response of [ack + report, report + ack, `x+RESP:GTFRI,1A${ack}\r\n${report}`]) {
          expect(runDialogue(open('gl300').identify(), [response]).result, response).to.deep.equal({ ok: true, value });
        }
      }
    }
  });

  it('responses with another serial number or IMEI are ignored', () => {
    const other = '860000000000017';
    for (const response of [version, acked('RTO', 'VER,0002') + version, acked('FRI', '0001') + version]) {
      const { result, sent: all, ms } = runDialogue(open('gl300').identify(), [response, response]);
      expect(result, response).to.include({ ok: false, code: 'no_answer' });
      expect(all).to.have.length(2);
      expect(ms).to.equal(10_000);
    }
    const mixed = acked('RTO', 'VER,0001', other) + version;
    expect(runDialogue(open('gl300').identify(), [mixed]).result).to.include({ ok: false, code: 'garbled' });
    const foreign = section(`FRI,${fri.replace('60,60', '10,10')}`, 'ALS', other);
    const response = foreign + acked('RTO', 'READ,0002') + section(`CFG,x,y`) + section(`FRI,${fri}`) + foreign;
    expect(read(response).result).to.deep.equal({ ok: true, value: { distance: 0 } });
  });

  it('an acknowledgement with a lower-case serial number is accepted', () => {
    const driver = provision.open({ secrets: { password: 'gv200' }, nonce: 0x5f });
    expect(runDialogue(driver.identify(), [acked('RTO', 'VER,005f') + version]).result.ok).to.equal(true);
  });

  it('the password of the reported model is tried first, then every factory password, within a minute', () => {
    const info = `+RESP:GTINF,350302,${DEVICE_ID},,41,,${sent},11F0$`;
    const { sent: all, ms } = runDialogue(open().identify(), [info]);
    const passwords = all.map((text) => /=(\w+),8,/.exec(text)?.[1]);
    expect(passwords).to.deep.equal(['gl300', 'gl300', 'gv200', 'gv300', 'gmt100', 'gl200', 'gl500']);
    expect(ms).to.be.below(60_000);
    const named = info.replace(',,41', ',GV75W,41');
    expect(runDialogue(open().identify(), [named]).sent[2]).to.match(/=gv75w,/);
  });

  it('a section is found in a report of all settings, and blank fields are left out', () => {
    const all = section(
      `BSI,net,,,,,,,SRI,2,,1,h,1,,0,,5,0,,,,,CFG,gl300,GL300,1,0.8,NMD,0,2,FRI,${fri},GEO,0,0`,
      'ALL',
    );
    const names = ['distance', 'name', 'acknowledge', 'sendInterval'];
    const responses = ['0002', '0003', '0004'].map((serial) => acked('RTO', `READ,${serial}`) + all);
    const { result } = runDialogue(open('gl300').read(names), [identification, ...responses]);
    const value = { distance: 0, name: 'GL300', acknowledge: false, sendInterval: 60 };
    expect(result).to.deep.equal({ ok: true, value });
    const blank = acked('RTO', '0002') + section(`FRI,${fri.replace('1F,0', '1F,')}`);
    expect(read(blank).result).to.deep.equal({ ok: true, value: {} });
    const far = acked('RTO', '0002') + section(`FRI,${fri.replace('1F,0', '1F,99999999')}`);
    expect(read(far).result).to.deep.equal({ ok: true, value: { distance: 99_999_999 } });
  });

  it('a section is rejected if its layout is unknown or two readings differ', () => {
    for (const wrong of [
      `${fri},`,
      fri.slice(0, -1),
      fri.replace('1F', ''),
      '1,0,,0,0000,0000,60,60,1000,1000,,0,600,0,,,',
    ]) {
      expect(read(acked('RTO', '0002') + section(`FRI,${wrong}`)).result).to.include({ ok: false, code: 'garbled' });
    }
    expect(read(acked('RTO', '0002')).result).to.include({ ok: false, code: 'garbled' });
    const responses = [
      acked('RTO', '0002') + section(`FRI,${fri}`),
      acked('RTO', '0003') + section(`FRI,${fri.replace('60', '6')}`),
    ];
    const { result, sent: all } = runDialogue(open('gl300').write({ distance: 50 }), [identification, ...responses]);
    expect(result).to.include({ ok: false, code: 'garbled' });
    expect(all.some((text) => text.startsWith('AT+GTFRI'))).to.equal(false);
  });

  it('writing settings keeps a hidden password, and captures contain no password', () => {
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
