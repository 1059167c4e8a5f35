import { expect } from 'chai';
import type { AtResponse } from '../../../src/channels/sms/at-response.js';
import type { AtClient } from '../../../src/channels/sms/at-client.js';
import { pinAttemptsLeft } from '../../../src/channels/sms/pin-attempts.js';

/** An exchange with a modem that knows these commands alone. */
function knowing(answers: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const ask = (command: string): Promise<AtResponse> => {
    asked.push(command);
    const lines = answers[command];
    return Promise.resolve(
      lines === undefined ? { kind: 'error', text: 'ERROR', lines: [] } : { kind: 'ok', lines: [...lines] },
    );
  };
  return { asked, client: { ask } as unknown as AtClient };
}

describe('tries left for a PIN', () => {
  const answered: readonly (readonly [command: string, lines: readonly string[], tries: number])[] = [
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
  for (const [command, lines, tries] of answered) {
    it(`are ${tries} where ${command} is answered ${lines.join()}`, async () => {
      expect(await pinAttemptsLeft(knowing({ [command]: ['+CREG: 2', ...lines] }).client)).to.equal(tries);
    });
  }

  it('are not known where the modem has no word for them, or says another', async () => {
    const { client, asked } = knowing({ 'AT+SPIC': ['+CSQ: 3,99'], 'AT^CPIN?': ['^CPIN: SIM PUK,1,10,3,10,3'] });
    expect(await pinAttemptsLeft(client)).to.equal(undefined);
    expect(new Set(asked).size).to.equal(8);
  });

  it('are asked for no further when the modem is silent', async () => {
    const asked: string[] = [];
    const silent = {
      ask(command: string): Promise<AtResponse> {
        asked.push(command);
        return Promise.resolve({ kind: 'silent', lines: [] });
      },
    } as unknown as AtClient;
    expect(await pinAttemptsLeft(silent)).to.equal(undefined);
    expect(asked).to.have.length(1);
  });
});
