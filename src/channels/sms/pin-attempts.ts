import { isUnresponsive } from './at-response.js';
import type { AtClient } from './at-client.js';

/** Queries for the remaining PIN attempts: the standard one (3GPP TS 27.007, 8.65), then by manufacturer. */
const QUERIES: readonly (readonly [command: string, response: RegExp])[] = [
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

/** The remaining PIN attempts of a SIM that requires its PIN; undefined if the modem does not report them. */
export async function pinAttemptsLeft(client: AtClient): Promise<number | undefined> {
  for (const [command, pattern] of QUERIES) {
    const response = await client.ask(command);
    if (isUnresponsive(response)) return undefined;
    const [attempts] = response.lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
    if (attempts !== undefined) return Number(attempts);
  }
  return undefined;
}
