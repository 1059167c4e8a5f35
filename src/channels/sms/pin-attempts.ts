import { isUnresponsive } from './at-response.js';
import type { AtClient } from './at-client.js';

/** How modems tell the tries that are left for the PIN: as the standard has it (3GPP TS 27.007, 8.65), then by maker. */
const QUERIES: readonly (readonly [command: string, answer: RegExp])[] = [
  ['AT+CPINR="SIM PIN"', /^\+CPINR: *"?SIM PIN"?, *(\d{1,2})/],
  // Quectel, SIMCom, Huawei, u-blox, Telit, Sierra, Cinterion
  ['AT+QPINC="SC"', /^\+QPINC: *"SC", *(\d{1,2})/],
  ['AT+SPIC', /^\+SPIC: *(\d{1,2})/],
  ['AT^CPIN?', /^\^CPIN: *SIM PIN,\d*,\d{1,2},(\d{1,2}),/],
  ['AT+UPINCNT', /^\+UPINCNT: *(\d{1,2}),/],
  ['AT#PCT', /^#PCT: *(\d{1,2})/],
  ['AT+CPINC?', /^\+CPINC: *(\d{1,2}),/],
  ['AT^SPIC', /^\^SPIC: *(\d{1,2})/],
];

/** Tries that are left for the PIN of a SIM that asks for it; undefined when the modem does not tell. */
export async function pinAttemptsLeft(client: AtClient): Promise<number | undefined> {
  for (const [command, pattern] of QUERIES) {
    const response = await client.ask(command);
    if (isUnresponsive(response)) return undefined;
    const [attempts] = response.lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
    if (attempts !== undefined) return Number(attempts);
  }
  return undefined;
}
