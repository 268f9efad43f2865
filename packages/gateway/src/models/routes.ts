/** A route for every name that clients use, made once: its credentials, cooldowns and counters are shared. */
import {
  type Clock,
  createCredentials,
  createMemoryRouteStore,
  createRoute,
  type Route,
  type RouteConfig,
  type RouteStore,
  type RouteTarget,
} from '@interlock/runtime';
import { ConfigError, type Environment, type Failure, holdsKey } from '@interlock/wire';
import type { ModelDirectory } from '../options/gateway-options.ts';
import { notedCredentials } from '../recording/noted-credentials.ts';
import { unknownModel } from './unknown-model.ts';

export interface RoutesOptions {
  readonly models: ModelDirectory;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly store?: RouteStore;
  readonly homeDirectory?: string;
  /** The keys that are used are added. */
  readonly secrets?: Set<string>;
}

/** Names come from clients: more than these are not kept. */
const mostRoutes = 1_000;

/** The longest are those of resources in clouds. */
const longestName = 500;

export class Routes {
  readonly #options: RoutesOptions;
  readonly #credentials;
  readonly #store: RouteStore;
  readonly #known = new Map<string, Route>();

  constructor(options: RoutesOptions) {
    this.#options = options;
    const { environment, clock, homeDirectory, store, secrets } = options;
    this.#store = store ?? createMemoryRouteStore();
    const credentials = createCredentials({
      environment,
      clock,
      ...(homeDirectory === undefined ? {} : { homeDirectory }),
    });
    this.#credentials = secrets === undefined ? credentials : notedCredentials(credentials, secrets);
  }

  /** `forOperator`: others are not told which variable or file is missing. */
  find(name: string, forOperator: boolean): { readonly route: Route } | { readonly failure: Failure } {
    try {
      const route = this.#known.get(name) ?? this.#create(name);
      if (route !== undefined) return { route };
      return { failure: unknownModel(name) };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      // It cannot be the name of a target either: the client's mistake, not the configuration's.
      if (/\p{Cc}/u.test(name)) return { failure: unknownModel(name) };
      const why = forOperator ? error.message : 'it is not configured completely.';
      return { failure: { reason: 'server', message: `${name.slice(0, 200)} cannot be used: ${why}` } };
    }
  }

  #create(name: string): Route | undefined {
    // Names that are used are logged. A key in place of a name is a mistake of the client.
    const found = name.length > longestName || holdsKey(name) ? undefined : this.#options.models.find(name);
    if (found === undefined) return undefined;
    const { clock, environment } = this.#options;
    const route = createRoute(configOf(found), {
      store: this.#store,
      credentials: this.#credentials,
      clock,
      environment,
    });
    if (this.#known.size >= mostRoutes) this.#known.clear();
    this.#known.set(name, route);
    return route;
  }
}

/**
 * A client has its own timeout and retries, so nothing is waited for or retried unless the route says so: the client is
 * told when to retry.
 */
function configOf(found: RouteTarget | RouteConfig): RouteConfig {
  const config: RouteConfig = 'targets' in found ? found : { policy: 'fixed', targets: [found] };
  return { maxWaitMs: 0, maxRetries: 0, ...config };
}
