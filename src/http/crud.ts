import { success, type Result } from '../errors.js';
import type { Privilege } from '../schema/accounts/privileges.js';
import type { User } from '../schema/accounts/user.js';
import { validatePatch } from '../schema/patch.js';
import type { Validator } from '../schema/validator.js';
import { patchWith, replaceWith, type Edit } from '../services/edit.js';
import { arrayOf, emptyShape, entityShape, respondDone, respondWithEntity, IGNORED_SHAPE } from './responses.js';
import { route, type Route } from './route.js';

type CrudService<T, Input> = {
  readonly list: (user: User) => readonly T[];
  readonly get: (user: User, id: string) => Result<T>;
  readonly create: (user: User, input: Input) => Promise<Result<T>>;
  readonly change: (user: User, id: string, edit: Edit<T, Input>) => Promise<Result<T>>;
  readonly remove: (user: User, id: string) => Promise<Result<undefined>>;
};

type CrudOperation = 'list' | 'get' | 'create' | 'change' | 'remove';

export type CrudRoutesOptions<T, Input> = {
  /** of the collection; an entity has the path `<path>/:<noun>Id` */
  readonly path: string;
  /** name of an entity in responses; `<noun>s` is the list */
  readonly noun: string;
  readonly schema: { readonly properties: object; readonly required?: readonly string[] };
  readonly input: Validator<Input>;
  /** fields that a patch cannot change */
  readonly readOnlyFields: readonly string[];
  /** who may call what; the service may refuse more */
  readonly access: Readonly<Record<CrudOperation, 'user' | Privilege>>;
  readonly summaries: Readonly<Record<Exclude<CrudOperation, 'change'> | 'replace' | 'patch', string>>;
  /** displays may read it */
  readonly displays?: true;
  readonly service: CrudService<T, Input>;
};

/** The routes of a collection: GET and POST of the whole, GET, PUT, PATCH and DELETE of an entity. */
export function crudRoutes<T extends object, Input>(options: CrudRoutesOptions<T, Input>): Route[] {
  const { path, noun, schema, input, readOnlyFields, access, summaries, service } = options;
  const displays = options.displays === true ? ({ displays: true } as const) : {};
  const parameter = `${noun}Id`;
  const entityPath = `${path}/:${parameter}`;
  const shape = entityShape(noun, schema);
  const idOf = ({ params }: { readonly params: Readonly<Record<string, string>> }): string => params[parameter] ?? '';

  return [
    route({
      method: 'get',
      path,
      summary: summaries.list,
      access: access.list,
      ...displays,
      turn: () => 'list',
      responses: { 200: { required: { [`${noun}s`]: arrayOf(schema) } } },
      handle: (_request, user) => success({ body: { [`${noun}s`]: service.list(user) } }),
    }),
    route({
      method: 'post',
      path,
      summary: summaries.create,
      access: access.create,
      body: input,
      responses: { 201: shape },
      handle: async ({ body }, user) => respondWithEntity(noun, await service.create(user, body), 201),
    }),
    route({
      method: 'get',
      path: entityPath,
      summary: summaries.get,
      access: access.get,
      ...displays,
      responses: { 200: shape },
      handle: (request, user) => respondWithEntity(noun, service.get(user, idOf(request))),
    }),
    route({
      method: 'put',
      path: entityPath,
      summary: summaries.replace,
      access: access.change,
      body: input,
      responses: { 200: shape },
      handle: async (request, user) =>
        respondWithEntity(noun, await service.change(user, idOf(request), replaceWith(request.body))),
    }),
    route({
      method: 'patch',
      path: entityPath,
      summary: summaries.patch,
      access: access.change,
      body: validatePatch,
      responses: {
        200: input.ignoresUnknown ? { ...shape, optional: { ...shape.optional, ...IGNORED_SHAPE } } : shape,
      },
      handle: async (request, user) => {
        let ignored: readonly string[] | undefined;
        const edit = patchWith<T, Input>(request.body, input, readOnlyFields, (names) => {
          ignored = names;
        });
        const changed = respondWithEntity(noun, await service.change(user, idOf(request), edit));
        return changed.ok && ignored !== undefined ? success({ body: { ignored, ...changed.value.body } }) : changed;
      },
    }),
    route({
      method: 'delete',
      path: entityPath,
      summary: summaries.remove,
      access: access.remove,
      responses: { 200: emptyShape },
      handle: async (request, user) => respondDone(await service.remove(user, idOf(request))),
    }),
  ];
}
