import type { NewCommand } from '../../../src/schema/commands/command.js';

/** A command that waits for its device. */
export const commandOf = (deviceId: string, own: Partial<NewCommand> = {}): NewCommand => ({
  deviceId,
  command: 'engine_stop',
  format: 'Text',
  user: 'id-of-admin',
  key: '0123456789ab',
  ttl: 3_600,
  ...own,
});
