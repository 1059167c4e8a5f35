import { createApiServer } from './api-server.js';
import { openCore, type CoreOptions, type CoreOverrides } from './core.js';
import { createGateway, gatewayIdOf, type GatewayOverrides } from './gateway.js';
import type { ConnectionLimits } from './http/listener/connection-limits.js';
import { packageVersion } from './package.js';
import { createPeriodicTasks } from './periodic-tasks.js';
import type { Core, Services } from './services/index.js';
import { createAdvertiser } from './services/system/mdns/advertiser.js';

export type AppOptions = CoreOptions & {
  /** the administrator's API key for the first start; generated if left out */
  readonly adminApiKey?: string | undefined;
  /** Receives the generated key at once, because it cannot be read again if the start fails later. */
  readonly onAdminKeyCreated?: (adminApiKey: string) => void;
};

/** What tests replace. */
export type AppOverrides = CoreOverrides & GatewayOverrides & { readonly limits?: ConnectionLimits };

export type App = {
  /**
   * Resolves when HTTP answers: with the port and, over TLS, the certificate's SHA-256 fingerprint. Stops everything if a
   * part cannot start.
   */
  readonly start: () => Promise<{ readonly port: number; readonly fingerprint: string | undefined }>;
  /** Resolves when the disk has responded: null if the store can write, else the reason. Writes nothing. */
  readonly checkWritable: () => Promise<string | null>;
  /** Completes what is in flight, then closes everything in the reverse order. */
  readonly stop: () => Promise<void>;
};

type Module = { readonly start?: () => unknown; readonly stop?: () => unknown };

/** The composition root. Modules start in the order of their list and stop in the reverse order, the store last. */
export async function createApp(options: AppOptions, overrides: AppOverrides = {}): Promise<App> {
  const core = await openCore(options, overrides);
  const { store, config, timers, logger } = core;
  try {
    const { outbox, ports, services } = await createGateway(core, options.data, overrides);
    const { apiUsage, commands, lastUses, feed, portMonitor, provisionings } = services;
    // The gateway gets its id with its first administrator, and only once the configuration has proven valid.
    await createAdministrator(core, services, options);
    await services.records.start();
    const server = await createApiServer({ core, services, data: options.data, limits: overrides.limits });
    const { http, fingerprint, renewCertificate } = server;
    const { applyRetention } = store;
    const flushUsage = async (): Promise<void> => {
      await apiUsage.flush();
      await lastUses.flush();
      await core.logBudgets.flush();
    };
    const periodicTasks = createPeriodicTasks({ flushUsage, applyRetention, renewCertificate, logger });
    const advertiser = createAdvertiser({ config: config.mdns, host: config.http.host, timers, logger });
    const secure = config.http.tls.enabled;
    let port = 0;
    const modules: readonly Module[] = [
      { stop: () => flushUsage().catch(() => undefined) },
      // Before http, so that no command of the previous run looks as if it were being sent.
      { start: commands.recover, stop: commands.stop },
      { start: async () => (port = await http.start()), stop: http.stop },
      // Stopped before http, which would wait for the open streams.
      feed,
      portMonitor,
      core.time,
      { start: commands.start },
      outbox,
      ports,
      provisionings,
      periodicTasks,
      {
        start: () => {
          advertiser.start({ port, secure, id: gatewayIdOf(core), version: packageVersion() });
        },
        stop: advertiser.stop,
      },
    ];
    const stop = async (): Promise<void> => {
      for (const module of modules.toReversed()) await module.stop?.();
      await store.close();
    };
    return {
      async start() {
        try {
          for (const module of modules) await module.start?.();
        } catch (error) {
          await stop();
          throw error;
        }
        return { port, fingerprint };
      },
      async checkWritable() {
        await store.probe();
        return store.status().reason;
      },
      stop,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function createAdministrator(
  { store }: Core,
  { authentication }: Services,
  { adminApiKey, onAdminKeyCreated }: AppOptions,
): Promise<void> {
  const { writable } = store.status();
  const createdKey = writable ? await authentication.initialize(adminApiKey) : undefined;
  if (createdKey !== undefined) onAdminKeyCreated?.(createdKey);
}
