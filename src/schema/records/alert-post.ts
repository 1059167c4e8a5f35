import { success } from '../../errors.js';
import { alertInputSchema, alertNameFilterSchema, alertsInputSchema, type AlertInput } from './alert.js';
import { hasField, mapResult, type PointerOf } from './location-post.js';
import { rangeProperties, readRange, type RecordSearch } from '../time-range.js';
import { customValidator, strictValidator } from '../validator.js';

const validateBare = strictValidator(alertInputSchema);
const validateList = strictValidator(alertsInputSchema);
const validateOne = strictValidator({
  type: 'object',
  required: ['alert'],
  properties: { alert: alertInputSchema },
  additionalProperties: false,
});
const validateSeveral = strictValidator({
  type: 'object',
  required: ['alerts'],
  properties: { alerts: alertsInputSchema },
  additionalProperties: false,
});
const validateRange = strictValidator({
  type: 'object',
  required: ['from', 'to'],
  properties: { ...rangeProperties, alertName: alertNameFilterSchema },
  additionalProperties: false,
});

export type AlertSearch = RecordSearch & { readonly alertName?: string | undefined };

/** The body of `POST …/alerts` either stores alerts or finds those of a range. */
export type AlertPost =
  { readonly store: readonly AlertInput[]; readonly pointerOf: PointerOf } | { readonly find: AlertSearch };

/** In a bare alert, `alerts` holds names; otherwise it holds alerts. */
function isList(body: unknown): boolean {
  const { alerts } = body as { alerts?: unknown };
  return Array.isArray(alerts) && alerts.every((alert) => typeof alert === 'object');
}

/** Detects the form of the body first, so that an error refers to the form that the client meant. */
export const readAlertPost = customValidator<AlertPost>(
  {
    anyOf: [validateOne.schema, validateSeveral.schema, alertInputSchema, alertsInputSchema, validateRange.schema],
  },
  (body) => {
    if (Array.isArray(body)) {
      return mapResult(validateList(body), (store) => success({ store, pointerOf: (index) => `/${index}` }));
    }
    if (hasField(body, 'from') || hasField(body, 'to')) {
      return mapResult(validateRange(body), ({ alertName, ...range }) =>
        mapResult(readRange(range), (find) => success({ find: { ...find, alertName } })),
      );
    }
    if (hasField(body, 'alert')) {
      return mapResult(validateOne(body), ({ alert }) => success({ store: [alert], pointerOf: () => '/alert' }));
    }
    if (hasField(body, 'alerts') && isList(body)) {
      return mapResult(validateSeveral(body), ({ alerts }) =>
        success({ store: alerts, pointerOf: (index) => `/alerts/${index}` }),
      );
    }
    return mapResult(validateBare(body), (alert) => success({ store: [alert], pointerOf: () => '' }));
  },
  { ignoreUnknown: true },
);
