import { useApp } from '../../app-context.js';
import { VIEWER_TIME_ZONE } from '../../components/timestamp.js';

/** The gateway's time zone, whose days the history has; the viewer's until it is known, and if the browser does not know it. */
export function useDepotZone(): string {
  const zone = useApp().gatewayClock.view.value?.timeZone;
  return zone !== undefined && isKnown(zone) ? zone : VIEWER_TIME_ZONE;
}

const known = new Map<string, boolean>();

/** Cached: creating a formatter is slow. */
function isKnown(timeZone: string): boolean {
  const isSupported = known.get(timeZone) ?? isSupportedZone(timeZone);
  known.set(timeZone, isSupported);
  return isSupported;
}

function isSupportedZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
