import type { JSX } from 'preact';
import { useDeviceName } from '../live/device-name.js';
import { linkTo } from '../routing/match.js';

/** A device by its name, which leads to its page. */
export const DeviceLink = ({ deviceId }: { readonly deviceId: string }): JSX.Element => (
  <a href={linkTo('/devices/:deviceId', { deviceId })}>{useDeviceName()(deviceId)}</a>
);
