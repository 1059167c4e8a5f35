import { useServerText } from '../../components/server-text.js';
import type { CapabilityView } from './provisioning-data.js';

/** Returns the readable names of settings with their units; a setting that the protocol does not describe keeps its id. */
export function useSettingLabel(settings: CapabilityView['settings'] | undefined): (name: string) => string {
  const serverText = useServerText();
  return (name) => {
    const setting = settings !== undefined && Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (setting === undefined) return name;
    const title = serverText(setting.title);
    return setting.unit === undefined ? title : `${title} (${setting.unit})`;
  };
}

/** The settings that a protocol describes. */
export const settingsOf = (
  protocols: readonly CapabilityView[],
  protocol: string,
): CapabilityView['settings'] | undefined => protocols.find(({ protocol: name }) => name === protocol)?.settings;
