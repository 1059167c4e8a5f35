import type { SessionView } from '../../schema/accounts/session.js';
import { tableLines } from '../terminal/table.js';

const HEADINGS = ['SESSION', 'SIGNED IN BY', 'CREATED', 'EXPIRES', 'LAST USED', 'ADDRESS', 'CLIENT'] as const;
const METHODS = { apiKey: 'API key', password: 'password', link: 'link' } as const satisfies Record<
  SessionView['by'],
  string
>;

export const describeSessions = (sessions: readonly SessionView[]): string =>
  [
    ...tableLines(
      HEADINGS,
      sessions.map(({ id, by, created, expires, lastUsed, address, userAgent }) => [
        id,
        METHODS[by],
        created,
        expires,
        lastUsed ?? 'never',
        address,
        userAgent,
      ]),
      { cut: ['CLIENT'] },
    ),
    '',
  ].join('\n');
