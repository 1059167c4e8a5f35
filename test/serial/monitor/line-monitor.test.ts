import { expect } from 'chai';
import { failure } from '../../../src/errors.js';
import { protocols } from '../../../src/protocols/index.js';
import { createCounters, type Protocol } from '../../../src/protocols/protocol.js';
import { encodeLine } from '../../../src/protocols/wpt/line.js';
import type { PortLine } from '../../../src/schema/ports/port-line.js';
import { createLineMonitor } from '../../../src/serial/monitor/line-monitor.js';
import { bytesField, meshFrame, stringField as words } from '../../../src/simulator/meshtastic/packets.js';
import { nmeaEpoch } from '../../../src/simulator/nmea0183/epoch.js';
import { navPvt } from '../../../src/simulator/ubx/packets.js';
import { bytes, chunksOf } from '../../support/protocols/framing.js';
import { fixOf, latin1 } from '../../support/protocols/mesh.js';
import { countFrame } from '../../../src/protocols/counters.js';
import { createTestLink } from '../../support/serial/test-link.js';
import { fix, hello } from '../../support/protocols/wpt.js';

const all = Object.values(protocols);
const { wpt, queclink, meshtastic, nmea0183, ubx, json } = protocols;
const KEY = '000102030405060708090A0B0C0D0E0F';

/** The lines that a monitor shows of `received`, in chunks of `size`. */
function monitorOf(protocol: Protocol | undefined, received: string, size = 4_096): PortLine[] {
  const lines: PortLine[] = [];
  const monitor = createLineMonitor({ protocols: all, now: () => 0, onLine: (line) => void lines.push(line) });
  for (const part of chunksOf(bytes(received), [size]))
    monitor.onData(part, { protocol, isLeased: false, openCount: 1, commandSecrets: [] });
  return lines;
}
const textsOf = (lines: readonly PortLine[]): string[] =>
  lines.flatMap((line) => (line.kind === 'received' ? [line.text] : []));

describe('createLineMonitor', () => {
  it('every line is shown without its end, however the data is chunked', () => {
    for (const size of [4_096, 7, 1]) {
      expect(textsOf(monitorOf(nmea0183, '$GPGLL,1*00\r\n$GP\tRMC\r\n\r\n', size))).to.deep.equal([
        '$GPGLL,1*00',
        '$GP\\x09RMC',
      ]);
    }
  });

  it('data that is not text is shown as hexadecimal digits, and a damaged byte in text as an escape', () => {
    expect(monitorOf(ubx, latin1(navPvt(fixOf(0))))[0]).to.deep.include({ kind: 'received', form: 'hex', bytes: 100 });
    expect(textsOf(monitorOf(ubx, '\xb5b\x01\x07'))).to.deep.equal(['B5 62 01 07']);
    expect(textsOf(monitorOf(json, '{"id":1,"deviceId":"\xff"}\n'))).to.deep.equal(['{"id":1,"deviceId":"\\xFF"}']);
  });

  it('a line is cut at 512 characters and has its full length', () => {
    for (const [protocol, received] of [
      [json, `${'x'.repeat(2_000)}\n`],
      [ubx, '\xb5'.repeat(2_000)],
      [json, 'x'.repeat(3_000)],
    ] as const) {
      const [line] = monitorOf(protocol, received);
      expect(line).to.have.property('kind', 'received');
      if (line?.kind !== 'received') continue;
      expect(line.text).to.have.lengthOf(512).and.match(/…$/);
      expect(line.bytes).to.equal(received.length);
    }
  });

  it('a Queclink report ends with its own end character', () => {
    expect(textsOf(monitorOf(queclink, '$+RESP:GTFRI,1,0001$+ACK:GTHBD,2,0002$'))).to.deep.equal([
      '+RESP:GTFRI,1,0001$',
      '+ACK:GTHBD,2,0002$',
    ]);
  });

  it('only text is shown while the protocol is unknown', () => {
    expect(monitorOf(undefined, 'x\nhello\nw\xf8rld\n')).to.deep.equal([
      { at: '1970-01-01T00:00:00.000Z', kind: 'received', form: 'text', text: 'hello', bytes: 6 },
      { at: '1970-01-01T00:00:00.000Z', kind: 'hidden', why: 'notText', bytes: 6 },
    ]);
  });

  it('nothing of a provisioning dialogue is shown, from any position and however the data is chunked', () => {
    const dialogue = [
      encodeLine('SET', '5EED0042-4', 'key', KEY),
      encodeLine('VAL', '5EED0042-4', 'key', KEY),
      encodeLine('COM', '5EED0042-4', 'ABCD', KEY.slice(0, 16)),
    ].join('');
    const commands = `$AT+GTFRI=${KEY},1,FFFF$+RESP:GTALM,1,2,3,CFG,${KEY},van,20261121083022,0001$`;
    for (const [protocol, received] of [
      [wpt, dialogue],
      [undefined, dialogue],
      [queclink, commands],
    ] as const) {
      for (const size of [4_096, 11, 1]) {
        for (let from = 0; from < received.length; from += 9) {
          expect(textsOf(monitorOf(protocol, received.slice(from), size)).join('\n')).not.to.match(
            /(?:0[0-9A-F]){3}|ABCD/,
          );
        }
      }
    }
    expect(textsOf(monitorOf(wpt, `\n${dialogue}${hello()}`)).at(-1)).to.match(/^\$PWPT,HEL,/);
  });

  it('nothing of a key in a packet is shown, also from the middle of the packet', () => {
    const secret = 'c4n4ry-c4n4ry-c4n4ry';
    const channel = latin1(meshFrame(bytesField(10, bytesField(2, words(2, secret)))));
    for (const protocol of [meshtastic, undefined]) {
      for (let from = 0; from < channel.length; from += 1) {
        const lines = monitorOf(protocol, channel.slice(from) + channel + '\n', 5);
        const shown = textsOf(lines).map((text) => Buffer.from(text.replaceAll(' ', ''), 'hex').toString() + text);
        expect(shown.join(), `${protocol?.name ?? 'unknown'} ${from}`).not.to.match(/c4n|n4r|4ry/);
      }
    }
  });

  it('data of a port in provisioning is shown as a byte count, and the line in progress at its end is left out', () => {
    const lines: PortLine[] = [];
    const monitor = createLineMonitor({ protocols: all, now: () => 0, onLine: (line) => void lines.push(line) });
    const line = { protocol: wpt, openCount: 1, commandSecrets: [] };
    monitor.onData(bytes(`$PWPT,VAL,1,key,${KEY.slice(0, 8)}`), { ...line, isLeased: true });
    monitor.onData(bytes(`${KEY.slice(8)}*00\r\n${hello()}`), { ...line, isLeased: false });
    expect(lines.map(({ kind }) => kind)).to.deep.equal(['hidden', 'received']);
    expect(lines[0]).to.include({ why: 'provisioning', bytes: 24 });
    expect(textsOf(lines)[0]).to.match(/^\$PWPT,HEL/);
  });

  it('discarded bytes are shown from the start of the monitor on', () => {
    const lines: PortLine[] = [];
    const monitor = createLineMonitor({ protocols: all, now: () => 0, onLine: (line) => void lines.push(line) });
    monitor.onCounters({ ...createCounters(), discardedBytes: 90, badChecksums: 2 });
    monitor.onCounters({ ...createCounters(), discardedBytes: 90, badChecksums: 2 });
    monitor.onCounters({ ...createCounters(), discardedBytes: 100, badChecksums: 3 });
    expect(lines).to.deep.equal([{ at: '1970-01-01T00:00:00.000Z', kind: 'discarded', bytes: 10, badChecksums: 1 }]);
  });
});

describe('frames without a record in createLineMonitor', () => {
  it('frames without a record are shown by kind, from the start of the monitor on', () => {
    const lines: PortLine[] = [];
    const monitor = createLineMonitor({ protocols: all, now: () => 0, onLine: (line) => void lines.push(line) });
    const counters = createCounters();
    countFrame(counters, 70, 'GSV', true);
    monitor.onCounters(counters);
    countFrame(counters, 70, 'GSV', true);
    countFrame(counters, 70, 'joined', true);
    countFrame(counters, 70, 'records');
    countFrame(counters, 70, 'GTHBD');
    monitor.onCounters(counters);
    monitor.onCounters(counters);
    const frames = { GSV: 1, joined: 1 };
    expect(lines).to.deep.equal([{ at: '1970-01-01T00:00:00.000Z', kind: 'withoutRecord', frames }]);
  });
});

describe('createLineMonitor on a managed port', () => {
  async function monitorLink(options: Parameters<typeof createTestLink>[0]) {
    const test = createTestLink(options);
    const lines: PortLine[] = [];
    test.link.start();
    await test.advance(0);
    const stopMonitor = test.link.observe(
      createLineMonitor({ protocols: all, now: () => 0, onLine: (line) => void lines.push(line) }),
    );
    const decoded = () => lines.filter((line) => line.kind === 'decoded');
    const say = async (text: string): Promise<void> => {
      test.ports.last().say(text);
      await test.advance(2_000);
    };
    return { ...test, lines, decoded, say, stopMonitor };
  }

  it('a decoded line with device and outcome follows the received line', async () => {
    const { say, lines, decoded } = await monitorLink({ protocol: wpt });
    await say(`\n${hello()}${fix(1)}`);
    expect(lines.map(({ kind }) => kind)).to.deep.equal(['received', 'received', 'decoded', 'decoded']);
    expect(decoded()[0]).to.deep.include({ protocol: 'wpt', deviceId: 'trk-1', type: 'hello', outcome: 'accepted' });
    expect(decoded()[1]).to.deep.include({ deviceId: 'trk-1', type: 'records', locations: 1, outcome: 'stored' });
  });

  it('a refused message has the reason that the tracker gets', async () => {
    const { say, world, decoded } = await monitorLink({ protocol: json });
    world.receive = () => Promise.resolve(failure('device_expired', 'van expired yesterday'));
    await say(`{"id":1,"deviceId":"van","alert":{"alerts":["SOSButton"]}}\n`);
    await say(`{"id":2,"deviceId":"van","alert":{}}\n`);
    expect(decoded()[0]).to.deep.include({ deviceId: 'van', alerts: ['SOSButton'], outcome: 'refused' });
    expect(decoded()[0]?.reason).to.equal('van expired yesterday');
    expect(decoded()[1]).to.deep.include({ type: 'rejected', outcome: 'refused' });
    expect(decoded()[1]?.reason).to.match(/alert/);
  });

  it('stored, thinned, duplicate and quarantined records are distinguished', async () => {
    const { say, world, decoded } = await monitorLink({ protocol: nmea0183, deviceId: 'bus', interval: 60 });
    await say(nmeaEpoch(fixOf(0)));
    await say(nmeaEpoch(fixOf(2)));
    for (const value of [
      { accepted: 0, duplicates: 1 },
      { accepted: 1, duplicates: 0, quarantined: true as const },
    ]) {
      world.receive = () => Promise.resolve({ ok: true, value });
      await say(nmeaEpoch(fixOf(60 + 100 * decoded().length)));
    }
    expect(decoded().map(({ outcome }) => outcome)).to.deep.equal(['stored', 'thinned', 'duplicate', 'quarantined']);
  });

  it('an ended monitor gets no lines', async () => {
    const { say, lines, stopMonitor } = await monitorLink({ protocol: json });
    stopMonitor();
    await say(`{"id":1,"deviceId":"van","alert":{"alerts":["SOSButton"]}}\n`);
    expect(lines).to.deep.equal([]);
  });
});
