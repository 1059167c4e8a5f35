import { suntechReport } from '../suntech/reports.js';
import { REFUSED_COMMAND, transmitOnly, type TrackerKind } from './tracker.js';

const COMMAND = /(ST300[A-Z]{3});(\d{9});02;([ -~]*)\r/g;
/** A longer text is no command. */
const MAX_COMMAND_LENGTH = 256;

/** A tracker that sends its reports as text to its serial port, and responds to commands. */
export const suntech: TrackerKind = {
  baudRate: 115_200,
  sendsId: true,
  sharesPort: false,
  isAcknowledged: false,
  ids: {
    prefix: '10085',
    pattern: /^\d{1,5}$/,
    expected: 'the first 1 to 5 of the nine digits of a device id',
    nth: (prefix, n) => prefix + String(n).padStart(9 - prefix.length, '0'),
  },
  alertName: 'SOS',
  create({ deviceId, send, onCommand }) {
    let status = '';
    let rest = '';
    return {
      ...transmitOnly,
      report(fix) {
        status = suntechReport({ type: 'STT', deviceId, fix });
        send(status);
      },
      alert(fix) {
        send(suntechReport({ type: 'EMG', deviceId, fix }));
      },
      onData(bytes) {
        const text = rest + Buffer.from(bytes).toString('latin1');
        rest = text.slice(text.lastIndexOf('\r') + 1).slice(-MAX_COMMAND_LENGTH);
        for (const [command, head = '', id = '', content = ''] of text.matchAll(COMMAND)) {
          if (id !== deviceId) continue;
          onCommand?.(command.trimEnd());
          if (content === 'StatusReq') send(status);
          else send(`${head};Res;${id};319;${content}${content === REFUSED_COMMAND ? 'NoUse' : ''}\r`);
        }
      },
    };
  },
};
