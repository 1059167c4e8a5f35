import { isGone } from './answer.js';
import type { Exchange } from './exchange.js';

/** How modems tell the tries that are left for the PIN: as the standard has it (3GPP TS 27.007, 8.65), then by maker. */
const questions: readonly (readonly [command: string, answer: RegExp])[] = [
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
export async function pinTriesLeft(exchange: Exchange): Promise<number | undefined> {
  for (const [command, answer] of questions) {
    const said = await exchange.ask(command);
    if (isGone(said)) return undefined;
    const [tries] = said.lines.flatMap((line) => answer.exec(line)?.[1] ?? []);
    if (tries !== undefined) return Number(tries);
  }
  return undefined;
}
