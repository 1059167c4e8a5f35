import type { JSX } from 'preact';
import { useDeviceName } from '../live/device-name.js';
import { linkTo } from '../routing/match.js';

/** The name of a device as a link to its page. */
export const DeviceLink = ({ deviceId }: { readonly deviceId: string }): JSX.Element => (
  <a href={linkTo('/devices/:deviceId', { deviceId })}>{useDeviceName()(deviceId)}</a>
);
