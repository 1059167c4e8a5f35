import Router, { type Layer } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { HttpMethod, Route } from './route.js';

/** The parameters of a path, decoded, by name. */
export type Params = Readonly<Record<string, string>>;
export type Handler = (ctx: Context, params: Params) => Promise<void>;

/** A route with the pattern that the framework's router made of its path. */
type Target = { readonly pattern: RegExp; readonly names: readonly string[]; readonly handle: Handler };
/** The routes with the same first words. */
type Resource = { readonly router: Router; readonly targets: Map<string, Target[]>; readonly refuse: Middleware };

/** The resource of a path: the word after `/api/`, or the first one. */
function resourceOf(path: string): string {
  const from = path.startsWith('/api/') ? 5 : 1;
  const end = path.indexOf('/', from);
  return path.slice(1, end < 0 ? undefined : end);
}

/**
 * The routes as middleware. The framework's router compiles the paths, and answers a path with another method. It would try
 * every pattern on every request and build a chain of what matches, so the route of a request is looked up here: by resource
 * and method, then by the pattern.
 */
export function createRouter(routes: readonly Route[], handlerOf: (route: Route) => Handler): Middleware {
  const resources = new Map<string, Resource>();
  for (const route of routes) {
    const handle = handlerOf(route);
    addRoute(resources, route.method, route.path, handle);
    // Older documentation spells the resource in the singular.
    const singular = route.path.replace(/^\/api\/devices\//, '/api/device/');
    if (singular !== route.path) addRoute(resources, route.method, singular, handle);
  }

  return (ctx, next) => {
    const { path, method } = ctx;
    const name = resourceOf(path);
    const resource = resources.get(name) ?? resources.get(resourceOf(path.toLowerCase()));
    if (resource === undefined) return next() as Promise<void>;
    for (const { pattern, names, handle } of resource.targets.get(method) ?? []) {
      const match = pattern.exec(path);
      if (match !== null) return handle(ctx, readParams(names, match));
    }
    return resource.refuse(ctx, next) as Promise<void>;
  };
}

function addRoute(resources: Map<string, Resource>, verb: HttpMethod, path: string, handle: Handler): void {
  const name = resourceOf(path.toLowerCase());
  let resource = resources.get(name);
  if (resource === undefined) {
    const router = new Router();
    resource = { router, targets: new Map(), refuse: refuserOf(router) };
    resources.set(name, resource);
  }
  const layer = resource.router.register(path, [verb], () => undefined) as Layer;
  const target = { pattern: layer.regexp, names: layer.paramNames.map((parameter) => parameter.name), handle };
  // The router answers HEAD like GET.
  for (const method of layer.methods) {
    const targets = resource.targets.get(method) ?? [];
    resource.targets.set(method, [...targets, target]);
  }
}

/** Responds to OPTIONS, and sets `Allow` for any other method that a path does not have. */
function refuserOf(router: Router): Middleware {
  const find = router.routes() as Middleware;
  const allowedMethods = router.allowedMethods() as Middleware;
  return (ctx, next) => find(ctx, () => allowedMethods(ctx, next) as Promise<void>) as Promise<void>;
}

function readParams(names: readonly string[], match: RegExpExecArray): Params {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) params[name] = readParam(match[index + 1] ?? '');
  return params;
}

/** No browser sends `.` or `..` as a part of a path: the ids of earlier versions that are only that are sent as `%252E`. */
const DOTS: ReadonlyMap<string, string> = new Map([
  ['%2E', '.'],
  ['%2E%2E', '..'],
]);

function readParam(text: string): string {
  if (!text.includes('%')) return text;
  const decoded = decode(text);
  return DOTS.get(decoded) ?? decoded;
}

/** What is not encoded properly stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
