import { expect } from 'chai';
import type { AtResponse } from '../../../src/channels/sms/at-response.js';
import type { AtClient } from '../../../src/channels/sms/at-client.js';
import { pinAttemptsLeft } from '../../../src/channels/sms/pin-attempts.js';

/** A client of a modem that supports only these commands. */
function clientOf(responses: Readonly<Record<string, readonly string[]>>) {
  const commands: string[] = [];
  const ask = (command: string): Promise<AtResponse> => {
    commands.push(command);
    const lines = responses[command];
    return Promise.resolve(
      lines === undefined ? { kind: 'error', text: 'ERROR', lines: [] } : { kind: 'ok', lines: [...lines] },
    );
  };
  return { commands, client: { ask } as unknown as AtClient };
}

describe('the remaining PIN attempts', () => {
  const supported: readonly (readonly [command: string, lines: readonly string[], attempts: number])[] = [
    ['AT+CPINR="SIM PIN"', ['+CPINR: SIM PIN,2,3'], 2],
    ['AT+CPINR="SIM PIN"', ['+CPINR: "SIM PIN",3,3'], 3],
    ['AT+QPINC="SC"', ['+QPINC: "SC",2,10'], 2],
    ['AT+SPIC', ['+SPIC: 1,10,0,10'], 1],
    ['AT^CPIN?', ['^CPIN: SIM PIN,,10,3,10,2'], 3],
    ['AT^CPIN?', ['^CPIN: SIM PIN,2,10,2,10,3'], 2],
    ['AT+UPINCNT', ['+UPINCNT: 2,3,10,10'], 2],
    ['AT#PCT', ['#PCT: 3'], 3],
    ['AT+CPINC?', ['+CPINC: 1,3,10,10'], 1],
    ['AT^SPIC', ['^SPIC: 3'], 3],
  ];
  for (const [command, lines, attempts] of supported) {
    it(`the response ${lines.join()} to ${command} means ${attempts} attempts`, async () => {
      expect(await pinAttemptsLeft(clientOf({ [command]: ['+CREG: 2', ...lines] }).client)).to.equal(attempts);
    });
  }

  it('the number is undefined if the modem supports no query, or responds about something else', async () => {
    const { client, commands } = clientOf({ 'AT+SPIC': ['+CSQ: 3,99'], 'AT^CPIN?': ['^CPIN: SIM PUK,1,10,3,10,3'] });
    expect(await pinAttemptsLeft(client)).to.equal(undefined);
    expect(new Set(commands).size).to.equal(8);
  });

  it('no further query is sent once the modem does not respond', async () => {
    const commands: string[] = [];
    const silent = {
      ask(command: string): Promise<AtResponse> {
        commands.push(command);
        return Promise.resolve({ kind: 'silent', lines: [] });
      },
    } as unknown as AtClient;
    expect(await pinAttemptsLeft(silent)).to.equal(undefined);
    expect(commands).to.have.length(1);
  });
});
