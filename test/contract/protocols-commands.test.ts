import { expect } from 'chai';
import { protocols } from '../../src/protocols/index.js';
import { createCounters, type CommandRequest, type Protocol } from '../../src/protocols/protocol.js';
import { bytes } from '../support/protocols/framing.js';
import { gt06Imei, gt06LoginText } from '../support/protocols/gt06.js';
import { teltonikaImei, teltonikaLogin } from '../support/protocols/teltonika.js';
import { hello } from '../support/protocols/wpt.js';

/** A tracker of each protocol with commands: what it sends first, its id, and its reply to a command. */
type CommandSample = {
  readonly deviceId: string;
  readonly first?: string;
  readonly command: string;
};

const samples: Readonly<Record<string, CommandSample>> = {
  gt06: { deviceId: gt06Imei, first: gt06LoginText, command: 'STATUS#' },
  json: { deviceId: 'trk-1', command: 'status' },
  meshtastic: { deviceId: 'a5c00001', command: 'status' },
  queclink: { deviceId: '860000000000017', command: 'AT+GTRTO=gl300,1,,,,,,0001$' },
  teltonika: { deviceId: teltonikaImei, first: teltonikaLogin, command: 'getinfo' },
  suntech: { deviceId: '100850000', command: 'ST300CMD;100850000;02;Preset' },
  wpt: { deviceId: 'trk-1', first: hello(), command: 'status' },
};

const requestOf = ({ deviceId, command }: CommandSample, own: Partial<CommandRequest> = {}): CommandRequest => ({
  deviceId,
  bound: false,
  key: '0123456789ab',
  bytes: bytes(command),
  ...own,
});

function open(protocol: Protocol, { first = '' }: CommandSample) {
  const session = protocol.open(createCounters());
  session.push(bytes(first), 0);
  return session;
}

describe('commands of the protocols', () => {
  it('every protocol with commands has a sample', () => {
    const withCommands = Object.values<Protocol>(protocols).filter(
      (protocol) => protocol.open(createCounters()).command !== undefined,
    );
    expect(withCommands.map(({ name }) => name)).to.have.members(Object.keys(samples));
  });

  for (const [name, sample] of Object.entries(samples)) {
    const protocol = (protocols as Readonly<Record<string, Protocol>>)[name];
    if (protocol === undefined) throw new Error(name);

    it(`${name}: a command is encoded with what its reply repeats, the same each time`, () => {
      const session = open(protocol, sample);
      const encoded = session.command?.(requestOf(sample));
      expect(encoded).to.have.property('ok', true);
      expect(session.command?.(requestOf(sample))).to.deep.equal(encoded);
      if (encoded?.ok !== true) return;
      expect(encoded.value.ref).to.not.equal(undefined);
      expect(Buffer.from(encoded.value.data).length).to.be.above(sample.command.length - 1);
    });

    it(`${name}: the gateway's own command, received again, is neither a record nor a reply, and gets no reply`, () => {
      const session = open(protocol, sample);
      const encoded = session.command?.(requestOf(sample));
      if (encoded?.ok !== true) throw new Error('not encoded');
      for (const message of session.push(Buffer.from(encoded.value.data), 0)) {
        expect(message.type).to.not.be.oneOf(['records', 'reply']);
      }
    });

    it(`${name}: any bytes are encoded or refused with a reason that does not quote them`, () => {
      const session = open(protocol, sample);
      const wrong = ['\xff\xfe\xfd\xfc', 'x'.repeat(4_096), '\0'.repeat(4_096), '\r\n', '$', ','.repeat(300)];
      for (const command of wrong) {
        const encoded = session.command?.(requestOf(sample, { bytes: bytes(command) }));
        if (encoded === undefined) throw new Error('no commands');
        if (encoded.ok) expect(Buffer.from(encoded.value.data).length).to.be.at.most(16_000);
        else
          expect(encoded.message)
            .to.match(/^\/command /)
            .and.not.include(command.slice(0, 200).padEnd(4));
      }
    });
  }
});
