import { receiverOfUplink, secretsFor, type KeptSecrets } from '../../domain/receiver.js';
import type { StoredUplink, UplinkInput } from '../../schema/uplinks/uplink-input.js';
import { TLS_KEY, uplinkSecretNames, validateUplinkInput } from '../../schema/uplinks/uplink-input.js';
import { UPLINK_SECRETS, type UplinkSettings } from '../../schema/uplinks/uplink-settings.js';

/** An uplink with its secrets. `tls`: paths of files, or PEM texts if it comes from the settings. */
export type UplinkDefinition = {
  readonly settings: UplinkSettings;
  readonly source: 'configuration' | 'settings';
  /** why its secrets are not used: it does not run */
  readonly withheld?: string;
};

type SecretsByKey = Readonly<Record<string, string>>;

export type DefinedUplinksOptions = {
  readonly configured: readonly UplinkSettings[];
  readonly stored: Iterable<StoredUplink>;
  readonly secretsOf: (name: string) => KeptSecrets;
  /** called for a stored uplink that this version cannot use */
  readonly onInvalid: (reason: string) => void;
};

/** Those of the configuration, then the stored ones whose names it does not have. */
export function definedUplinks(options: DefinedUplinksOptions): readonly UplinkDefinition[] {
  const { configured, stored, secretsOf, onInvalid } = options;
  const names = new Set(configured.map(({ name }) => name));
  const added = [...stored].flatMap((open): UplinkDefinition[] => {
    if (names.has(open.name)) return [];
    const checked = validateUplinkInput(open);
    if (checked.ok) {
      const { secrets, withheld } = secretsFor(secretsOf(open.name), receiverOfUplink(open));
      return [
        { settings: joinSecrets(open, secrets), source: 'settings', ...(withheld !== undefined && { withheld }) },
      ];
    }
    onInvalid(`uplink ${open.name}: ${checked.message}`);
    return [];
  });
  return [...configuredUplinks(configured), ...added];
}

export const configuredUplinks = (configured: readonly UplinkSettings[]): readonly UplinkDefinition[] =>
  configured.map((settings) => ({ settings, source: 'configuration' }));

/** Splits what is stored in the log from the secrets that were given; an empty one is given. */
export function splitSecrets(input: UplinkInput & { readonly name: string }): {
  readonly open: StoredUplink;
  readonly given: SecretsByKey;
} {
  const secretNames: readonly string[] = UPLINK_SECRETS[input.type];
  const { tls, ...fields } = input;
  const open = Object.fromEntries(Object.entries(fields).filter(([name]) => !secretNames.includes(name)));
  const given = Object.entries(fields).flatMap(([name, value]) =>
    secretNames.includes(name) && typeof value === 'string' ? [[name, value] as const] : [],
  );
  const { key, ...openTls } = tls ?? {};
  return {
    open: { ...open, ...(Object.keys(openTls).length > 0 && { tls: openTls }) } as StoredUplink,
    given: { ...Object.fromEntries(given), ...(key !== undefined && { [TLS_KEY]: key }) },
  };
}

export function joinSecrets(open: StoredUplink, secrets: SecretsByKey): UplinkSettings {
  const { [TLS_KEY]: key, ...own } = secrets;
  return { ...open, ...own, ...(key !== undefined && { tls: { ...open.tls, key } }) };
}

export type SettingsView = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, boolean>>;
};

/** What may be shown: the settings without secrets, and which secrets have a value. */
export function describeSettings({ settings, source }: UplinkDefinition): SettingsView {
  const { open, given } = splitSecrets(settings);
  // A file of the configuration is no secret.
  const tls = source === 'configuration' ? settings.tls : open.tls;
  const names = uplinkSecretNames(settings.type).filter((name) => name !== TLS_KEY || source === 'settings');
  return {
    settings: { ...open, ...(tls !== undefined && { tls }) },
    secrets: Object.fromEntries(names.map((name) => [name, (given[name] ?? '') !== ''])),
  };
}
