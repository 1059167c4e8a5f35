import { hasPrivilege } from '../../domain/accounts/scope.js';
import { success, type Result } from '../../errors.js';
import type { User } from '../../schema/accounts/user.js';
import type { UplinkTest, UplinkView } from '../../schema/uplinks/uplink.js';
import type { UplinkSettings } from '../../schema/uplinks/uplink-settings.js';
import type { Timers } from '../../time/clock.js';
import { describeSettings, type UplinkDefinition } from './defined-uplinks.js';
import { refuseChange, refuseRestricted, type UplinkDefinitions } from './uplink-definitions.js';
import { createUplinkNews } from './uplink-news.js';
import type { UplinkForwarders, UplinkReading, Uplinks } from './uplinks.js';

export type UplinksOptions = {
  readonly definitions: UplinkDefinitions;
  readonly forwarders: UplinkForwarders & { readonly onChange: (listener: () => void) => void };
  readonly timers: Pick<Timers, 'after'>;
  /** Connects once with these settings. Must not reject. */
  readonly testUplink: (settings: UplinkSettings) => Promise<UplinkTest>;
};

export function createUplinks({ definitions, forwarders, testUplink, timers }: UplinksOptions): Uplinks {
  const readings = (): readonly UplinkReading[] =>
    definitions.all().map(({ settings: { name, type } }) => ({
      ...{ name, type, totals: forwarders.totals(name) },
      ...forwarders.status(name),
    }));
  const news = createUplinkNews({ readings, onChange: forwarders.onChange, timers });
  const viewOf = (definition: UplinkDefinition, user: User): UplinkView => {
    const { settings, source } = definition;
    const { name, type } = settings;
    const shown = hasPrivilege(user, 'admin') ? describeSettings(definition) : { settings: {}, secrets: {} };
    return { name, type, source, ...shown, ...forwarders.status(name) };
  };

  /** The uplink, for users who may decide what it does. */
  const findManaged = (user: User, name: string): Result<UplinkDefinition> =>
    refuseChange(user) ?? definitions.find(name);

  const view = (user: User, name: string): Result<UplinkView> => {
    const found = definitions.find(name);
    return found.ok ? success(viewOf(found.value, user)) : found;
  };

  return {
    readings,
    subscribe: news.subscribe,
    list: (user) => refuseRestricted(user) ?? success(definitions.all().map((definition) => viewOf(definition, user))),
    async put(user, name, input) {
      const stored = await definitions.put(user, name, input);
      return stored.ok ? success(viewOf(stored.value, user)) : stored;
    },
    remove: definitions.remove,
    async test(user, name, input) {
      const refused = refuseChange(user);
      if (refused !== undefined) return refused;
      if (input !== undefined) {
        const completed = definitions.complete(name, input);
        return completed.ok ? success(await testUplink(completed.value)) : completed;
      }
      const found = definitions.find(name);
      if (!found.ok) return found;
      const { settings, withheld } = found.value;
      return success(withheld === undefined ? await testUplink(settings) : { ok: false, message: withheld });
    },
    deadLetters(user, name) {
      const refused = refuseRestricted(user);
      if (refused !== undefined) return refused;
      const found = definitions.find(name);
      return found.ok ? success(forwarders.deadLetters(name)) : found;
    },
    async retry(user, name, deviceId) {
      const found = findManaged(user, name);
      if (!found.ok) return found;
      const retried = await forwarders.retry(name, deviceId);
      return retried.ok ? view(user, name) : retried;
    },
    async reset(user, name, how) {
      const found = findManaged(user, name);
      if (!found.ok) return found;
      const reset = await forwarders.reset(name, how, user);
      return reset.ok ? view(user, name) : reset;
    },
  };
}
