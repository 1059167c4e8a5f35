import type { JSX } from 'preact';
import { useText } from '../app-context.js';
import { shownOnceText } from './shown-once.text.js';

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Another device cannot open a link to an address that means "this machine". */
export function LocalAddressNote(): JSX.Element | null {
  const t = useText(shownOnceText);
  const { hostname } = location;
  return LOCAL.test(hostname) ? <p class="muted small">{t('localAddress', { host: hostname })}</p> : null;
}
