import type { GatewayMessage } from '../../../src/messages/message.js';
import { portMessages } from '../../../src/serial/messages.js';

/** A reason with any text. */
export const reasonFor = (detail: string): GatewayMessage => portMessages.other({ detail });
