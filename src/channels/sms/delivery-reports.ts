import type { DeliveryReport } from '../channel.js';
import { decodeReceived } from './pdu/received.js';

type SentPart = { readonly id: string; readonly to: string; readonly part: number; readonly parts: number };

export type DeliveryReports = {
  /** This part is about to be given to the modem; the reference it gets is what is heard next of one. */
  onSending: (sent: SentPart) => void;
  onLine: (line: string) => void;
  /** What was being heard ends with the port. */
  reset: () => void;
};

/** Enough to tell numbers apart; a report may have the number in another form than it was dialled in. */
const COMPARED_DIGITS = 6;
const lastDigits = (number: string): string => number.slice(-COMPARED_DIGITS);

/**
 * Matches reports with what was sent, by the modem's reference and by the number. There are 256 references: one used
 * again is forgotten for what it was before.
 */
export function createDeliveryReports(onDeliveryReport: (report: DeliveryReport) => void): DeliveryReports {
  const pending = new Map<number, SentPart>();
  let sending: SentPart | undefined;
  let expectsPdu = false;

  function readReport(pdu: string): void {
    const received = decodeReceived(pdu);
    if (!received.ok || received.value.type !== 'status-report') return;
    const { reference, to, fate, status } = received.value;
    const sent = pending.get(reference);
    if (sent === undefined || lastDigits(sent.to) !== lastDigits(to)) return;
    if (fate !== 'trying') pending.delete(reference);
    onDeliveryReport({ id: sent.id, part: sent.part, parts: sent.parts, fate, status });
  }

  return {
    onSending(sent) {
      sending = sent;
    },
    onLine(line) {
      // A report may come in the same breath as the reference, before anybody has looked at the answer.
      const reference = /^\+CMGS: *(\d{1,3})/.exec(line)?.[1];
      if (reference !== undefined && sending !== undefined) {
        pending.set(Number(reference), sending);
        sending = undefined;
      }
      // The PDU is the line after its announcement.
      if (expectsPdu) readReport(line);
      expectsPdu = line.startsWith('+CDS:');
    },
    reset() {
      sending = undefined;
      expectsPdu = false;
    },
  };
}
