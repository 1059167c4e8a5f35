import { failure, failureIn, messageOf, WaypostError, type Failure } from '../../errors.js';
import { failureOf } from '../../messages/failure.js';
import type { GatewayMessage, MessageValue } from '../../messages/message.js';
import { restoreMessages } from '../messages.js';

/** Why an uploaded backup is not restored. Its user does not know the name of the file, so the sentence has none. */
export function failureOfBackup(error: unknown, file: string): Failure {
  const failed = error instanceof WaypostError ? failureIn(error) : failure('internal', messageOf(error));
  const { data } = failed;
  if (data !== undefined) return failureOf(failed.code, withoutFile(data, file), failed.field);
  return { ...failed, message: failed.message.replaceAll(file, 'the backup') };
}

const withoutFile = ({ id, values }: GatewayMessage, file: string): GatewayMessage => ({
  id,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, renamed(value, file)])),
});

function renamed(value: MessageValue, file: string): MessageValue {
  if (typeof value === 'string')
    return value === file ? restoreMessages.theBackup() : value.replaceAll(file, 'the backup');
  return typeof value === 'object' && 'id' in value ? withoutFile(value, file) : value;
}
