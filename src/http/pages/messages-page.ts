import type { DocumentedMessage } from '../message-list.js';
import { escapeHtml } from './escape-html.js';

const cells = (values: readonly (string | number | null)[]): string =>
  values.map((value) => `<td>${escapeHtml(value ?? '–')}</td>`).join('');

/** The messages of the catalog as a page; each has its id as an anchor. It has no code, and its style is the browser's. */
export const messagesPage = (messages: readonly DocumentedMessage[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waypost messages</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Messages</h1>
<p>What the gateway reports has an id, which never changes its meaning, and values. The sentences may change. A message
without a status is a reason. {field} is the field that is wrong. The same list as JSON:
<a href="messages.json">messages.json</a></p>
<table border="1" cellpadding="4">
<thead><tr><th>Id</th><th>Status</th><th>Code</th><th>Sentence</th><th>Fix</th><th>Values</th></tr></thead>
<tbody>
${messages
  .map(
    ({ id, status, code, sentence, fix, values }) =>
      `<tr id="${escapeHtml(id)}">${cells([id, status, code, sentence, fix, values.join(', ')])}</tr>`,
  )
  .join('\n')}
</tbody>
</table>
</body>
</html>
`;
