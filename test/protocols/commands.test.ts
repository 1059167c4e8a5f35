import { expect } from 'chai';
import { json } from '../../src/protocols/json/index.js';
import { meshtastic } from '../../src/protocols/meshtastic/index.js';
import {
  createCounters,
  type CommandRequest,
  type EncodedCommand,
  type Protocol,
  type ProtocolSession,
  type TrackerMessage,
} from '../../src/protocols/protocol.js';
import { queclink } from '../../src/protocols/queclink/index.js';
import { suntech } from '../../src/protocols/suntech/index.js';
import { wpt } from '../../src/protocols/wpt/index.js';
import { encodeLine } from '../../src/protocols/wpt/line.js';
import { meshPacket, varintField } from '../../src/simulator/meshtastic/packets.js';
import { queclinkFrame } from '../../src/simulator/queclink/frames.js';
import { expectFailure } from '../support/api/expect-failure.js';
import { hello } from '../support/protocols/wpt.js';

const KEY = '0123456789ab';

const open = (protocol: Protocol): ProtocolSession => protocol.open(createCounters());
const say = (session: ProtocolSession, text: string | Uint8Array): TrackerMessage[] =>
  session.push(Buffer.from(text), 0);

function encode(session: ProtocolSession, command: string | Uint8Array, own: Partial<CommandRequest> = {}) {
  const request = { deviceId: 'trk-1', bound: false, key: KEY, bytes: Buffer.from(command), ...own };
  const encoded = session.command?.(request);
  if (encoded === undefined) throw new Error('no commands');
  return encoded;
}
function encoded(...args: Parameters<typeof encode>): EncodedCommand & { readonly text: string } {
  const result = encode(...args);
  if (!result.ok) throw new Error(result.message);
  return { ...result.value, text: Buffer.from(result.value.data).toString('latin1') };
}

describe('commands of json', () => {
  it('a command is a line with the text, its id and the device', () => {
    const { text, ref } = encoded(open(json), 'engine_stop "now"');
    expect(text).to.match(/\n$/);
    expect(JSON.parse(text)).to.deep.equal({ command: 'engine_stop "now"', id: KEY, deviceId: 'trk-1' });
    expect(ref).to.equal(KEY);
  });

  it('the device is left out on a port that belongs to it', () => {
    expect(JSON.parse(encoded(open(json), 'x', { bound: true }).text)).to.deep.equal({ command: 'x', id: KEY });
  });

  it('bytes that are not text are sent in Base64', () => {
    expect(JSON.parse(encoded(open(json), Uint8Array.of(0xff, 0x00)).text)).to.include({
      command: '/wA=',
      format: 'Base64',
    });
  });

  it('a result is a reply, and an error is a reply that reports an error', () => {
    const session = open(json);
    expect(say(session, `{"id":"${KEY}","result":"stopped"}\n`)).to.deep.equal([
      { type: 'reply', ref: KEY, accepted: true, text: 'stopped' },
    ]);
    expect(say(session, `{"id":7,"deviceId":"trk-1","result":{"relay":1}}\n`)).to.deep.equal([
      { type: 'reply', deviceId: 'trk-1', ref: 7, accepted: true, text: '{"relay":1}' },
    ]);
    expect(say(session, `{"id":"${KEY}","error":"moving"}\n`)).to.deep.equal([
      { type: 'reply', ref: KEY, accepted: false, text: 'moving' },
    ]);
  });

  it('a line with both, with neither or with an invalid id is no reply', () => {
    const session = open(json);
    for (const line of [
      `{"id":"${KEY}","result":1,"error":2}`,
      `{"id":"${KEY}"}`,
      '{"result":1}',
      '{"id":1.5,"result":1}',
      '{"id":1,"deviceId":"a b","result":1}',
      '{"id":1,"status":404,"code":"not_found","error":"device not found"}',
    ]) {
      expect(
        say(session, `${line}\n`).map(({ type }) => type),
        line,
      ).to.deep.equal(['rejected']);
    }
  });
});

describe('commands of wpt', () => {
  function welcomed(...lines: readonly string[]): ProtocolSession {
    const session = open(wpt);
    say(session, lines.length === 0 ? hello() : lines.join(''));
    return session;
  }

  it('a command is addressed to the epoch of the last HEL of its tracker', () => {
    const session = welcomed(
      hello({ epoch: '00000001' }),
      hello({ id: 'other', epoch: '00000002' }),
      hello({ epoch: '00000003' }),
    );
    const { text, ref } = encoded(session, 'set relay,1');
    expect(text).to.equal(encodeLine('CMD', KEY, '00000003', 'set relay,1'));
    expect(ref).to.equal(KEY);
    expect(encoded(session, 'x', { deviceId: 'other' }).text).to.include('00000002');
  });

  it('on a port that belongs to the device, the tracker may have another id', () => {
    expect(encoded(welcomed(), 'x', { deviceId: 'bus-7', bound: true }).text).to.include('9F3A01C2');
    expectFailure(encode(welcomed(), 'x', { deviceId: 'bus-7' }), 'unavailable', /sent no HEL/);
  });

  it('a command before the first HEL is refused, and works after it', () => {
    const session = open(wpt);
    expectFailure(encode(session, 'x'), 'unavailable', /sent no HEL/);
    say(session, hello());
    expect(encode(session, 'x')).to.have.property('ok', true);
  });

  it('a line of 256 bytes is sent, and a longer one is refused', () => {
    expect(encoded(welcomed(), 'x'.repeat(214)).text).to.have.lengthOf(256);
    expectFailure(encode(welcomed(), 'x'.repeat(215)), 'validation_failed', /1 bytes too long for wpt/);
    expectFailure(encode(welcomed(), Uint8Array.of(0xff)), 'validation_failed', /must be UTF-8/);
  });

  it('RES and ERR with the c of a command are replies', () => {
    const session = welcomed();
    const replies = (...fields: string[]): TrackerMessage[] => say(session, encodeLine(...(fields as [string])));
    expect(replies('RES', KEY, 'OK', 'engine stopped')).to.deep.equal([
      { type: 'reply', ref: KEY, accepted: true, text: 'engine stopped' },
    ]);
    expect(replies('RES', KEY, 'OK')).to.deep.equal([{ type: 'reply', ref: KEY, accepted: true, text: '' }]);
    expect(replies('RES', KEY, 'ERR', 'BUSY', 'moving')).to.deep.equal([
      { type: 'reply', ref: KEY, accepted: false, text: 'BUSY moving' },
    ]);
    expect(replies('ERR', KEY, 'TYPE')).to.deep.equal([{ type: 'reply', ref: KEY, accepted: false, text: 'TYPE' }]);
    expect(replies('RES', '5EED0042-1', 'OK', 'staged')).to.deep.equal([]);
    expect(replies('ERR', 'FIX', 'FIELD', '3')).to.deep.equal([]);
  });
});

describe('commands of queclink', () => {
  const IMEI = '860000000000017';
  const command = 'AT+GTRTO=gl300,3,,,,,,00a7';
  const ack = (message: string, serial: string, deviceId = IMEI): string =>
    queclinkFrame({
      head: 'ACK',
      message,
      deviceId,
      name: 'GL300',
      content: [serial],
      time: '20261121080000',
      count: 1,
    });

  it('a command is sent as given, with its closing $', () => {
    for (const given of [command, `${command}$`, `${command}\r\n`]) {
      const { text, ref } = encoded(open(queclink), given, { deviceId: IMEI });
      expect(text).to.match(/^AT\+GTRTO=gl300,3,,,,,,00a7\$/);
      expect(ref).to.equal('RTO 00A7');
    }
  });

  it('the acknowledgement has the same IMEI, name and serial number', () => {
    expect(say(open(queclink), ack('RTO', '00A7'))).to.deep.equal([
      { type: 'reply', deviceId: IMEI, ref: 'RTO 00A7', accepted: true, text: ack('RTO', '00A7') },
    ]);
  });

  it('anything else is sent byte for byte, and its reply cannot be recognized', () => {
    for (const given of ['engine_stop', '\x0a\x1b\x2c', 'AT+GTRTO=gl300,3$']) {
      const { text, ref, note } = encoded(open(queclink), given, { deviceId: IMEI });
      expect(text).to.equal(given);
      expect(ref).to.equal(undefined);
      expect(note?.id).to.equal('protocol.queclink.acknowledgementUnknown');
    }
  });
});

describe('commands of meshtastic', () => {
  const deviceId = 'a5c00002';
  const node = 0xa5c00002;
  const attached = 0xa5c00001;
  const id = 0x01234567;
  let packets = 0;
  const routing = (from: number, request: number, error = 0): Uint8Array =>
    meshPacket({ from, to: attached, id: (packets += 1), rxTime: 0, request }, 5, varintField(3, error));

  it('a command is a text to the node, which requests an acknowledgement', () => {
    const { text, ref } = encoded(open(meshtastic), 'status', { deviceId });
    expect(ref).to.equal(id);
    expect(text.slice(0, 2)).to.equal('\x94\xc3');
    expect(text)
      .to.include('status')
      .and.include('\x02\x00\xc0\xa5')
      .and.match(/\x50\x01$/);
  });

  it('the acknowledgement of the node is a reply, that of another node that repeated it is not', () => {
    const session = open(meshtastic);
    encoded(session, 'status', { deviceId });
    expect(say(session, routing(attached, id))).to.deep.equal([]);
    expect(say(session, routing(node, id + 1))).to.deep.equal([]);
    const reply = { type: 'reply', deviceId, ref: id, accepted: true, text: 'the node received the text' };
    expect(say(session, routing(node, id)).filter(({ type }) => type === 'reply')).to.deep.equal([reply]);
  });

  it('an error of the mesh is a reply of the node, whichever node reports it', () => {
    const session = open(meshtastic);
    encoded(session, 'status', { deviceId });
    const [reply] = say(session, routing(attached, id, 5));
    expect(reply).to.include({ deviceId, ref: id, accepted: false });
    expect(reply)
      .to.have.property('text')
      .that.matches(/routing error 5/);
  });

  it('a longer text, other bytes and a device that is no node are refused', () => {
    const session = open(meshtastic);
    expect(encode(session, 'x'.repeat(200), { deviceId })).to.have.property('ok', true);
    expectFailure(encode(session, 'x'.repeat(201), { deviceId }), 'validation_failed', /at most 200 bytes/);
    expectFailure(encode(session, Uint8Array.of(0xff), { deviceId }), 'validation_failed', /UTF-8/);
    expectFailure(encode(session, 'x', { deviceId: 'bus-7' }), 'conflict', /no node of a mesh/);
  });
});

describe('commands of suntech', () => {
  const deviceId = '100850001';

  it('a command is sent as given, with its closing CR, and paired with its response by its name', () => {
    for (const [command, ref] of [
      ['ST300CMD;100850001;02;Enable1', 'CMD Enable1'],
      ['ST300CMD;100850001;02;Preset\r\n', 'CMD Preset'],
      ['ST300RPT;100850001;02;180;120;60;3;0;0;0;0;0', 'RPT'],
    ] as const) {
      const sent = encoded(open(suntech), command, { deviceId });
      expect(sent.text).to.equal(`${command.trimEnd()}\r`);
      expect(sent.ref).to.equal(ref);
    }
  });

  it('the response has the device and the name; an output that is not used is an error', () => {
    const text = 'ST300CMD;Res;100850001;319;Enable1;20261121;05:16:03';
    expect(say(open(suntech), `${text}\r`)).to.deep.equal([
      { type: 'reply', deviceId, ref: 'CMD Enable1', accepted: true, text },
    ]);
    const [refused] = say(open(suntech), 'ST300CMD;Res;100850001;319;Enable2NoUse\r');
    expect(refused).to.deep.include({ ref: 'CMD Enable2', accepted: false });
    const [settings] = say(open(suntech), 'ST300RPT;Res;100850001;319;180;120;60;3;0;0;0;0;0\r');
    expect(settings).to.deep.include({ ref: 'RPT', accepted: true });
  });

  it('the password of the network and the PIN are not in the response', () => {
    const [reply] = say(
      open(suntech),
      'ST300CMD;Res;100850001;319;PresetA;NTW;0;internet;depot;not-a-secret;192.0.2.7;8600;;;;1234;RPT;60;180\r',
    );
    expect(reply).to.have.property(
      'text',
      'ST300CMD;Res;100850001;319;PresetA;NTW;0;internet;depot;***;192.0.2.7;8600;;;;***;RPT;60;180',
    );
  });

  it('a request of the status and anything else cannot be paired with a response', () => {
    for (const command of ['ST300CMD;100850001;02;StatusReq', 'AT', '\x02\x00']) {
      const { ref, note } = encoded(open(suntech), command, { deviceId });
      expect(ref).to.equal(undefined);
      expect(note?.id).to.match(/^protocol\.suntech\./);
    }
  });
});
