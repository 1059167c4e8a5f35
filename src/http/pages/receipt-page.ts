import type { ProvisioningReceipt } from '../../schema/provisioning/receipt.js';
import { escapeHtml } from './escape-html.js';

/** A receipt as a page to print and keep with the tracker. */
export function receiptPage(receipt: ProvisioningReceipt): string {
  const { template, row, number, secrets } = receipt;
  const rows: [string, string | null][] = [
    ['Device', receipt.deviceId],
    ['Hardware', receipt.hardwareId],
    ['Model', receipt.model],
    ['Firmware', receipt.firmware],
    ['Outcome', receipt.message === null ? receipt.outcome : `${receipt.outcome}: ${receipt.message}`],
    ['Template', template?.name ?? null],
    ['Port', `${receipt.port} (${receipt.protocol})`],
    ['By', receipt.by.name],
    ['At', receipt.at],
    ['Number', number === null ? null : String(number)],
    ['Receipt', receipt.id],
  ];
  const names = [...new Set([...Object.keys(receipt.before), ...Object.keys(receipt.after)])].sort();
  const changes = names.map((name) =>
    [name, receipt.before[name], receipt.after[name]].map((cell) => escapeHtml(cell ?? '–')),
  );
  const writtenSecrets = secrets.map((name) => [escapeHtml(name), '(secret)', '(secret, written)']);
  const unitValues = Object.entries(row ?? {}).map(([name, value]) => `${escapeHtml(name)}: ${escapeHtml(value)}`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Receipt ${escapeHtml(receipt.deviceId)}</title></head>
<body>
<h1>${escapeHtml(receipt.deviceId)}</h1>
<table>
${rows.map(([name, value]) => (value === null ? '' : `<tr><th align="left">${name}</th><td>${escapeHtml(value)}</td></tr>`)).join('\n')}
</table>
<h2>Settings</h2>
<table border="1" cellpadding="4">
<tr><th>Setting</th><th>Before</th><th>After</th></tr>
${[...changes, ...writtenSecrets].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}
</table>
${unitValues.length === 0 ? '' : `<p>From the list of units: ${unitValues.join(', ')}</p>`}
</body>
</html>
`;
}
