/**
 * What the gateway refuses to protect itself and others, by kind: the label of `waypost_refusals_total` and the name in
 * the log, with its meaning for the documentation.
 */
export const REFUSALS = {
  device_id_unavailable: 'a registration by a restricted user of an id that is not available to them',
  state_full: 'a change that would make the state larger than its bounds',
  sequence_jump: 'a hello of a tracker that claims records which it cannot have sent',
  sign_in_slowed: 'a sign-in that has to wait after too many failures or behind too many others',
  outbox_share: 'a posted message beyond the share of its user or device in the outbox',
  outbox_full: 'a message of an alert beyond the share of its device or rule in the outbox',
  connection_closed: 'one connection too many, of the address that has the most',
  pipelined_requests: 'a connection with too many requests at once',
  unknown_host: "a request for a host name that is not the gateway's",
  hash_share: 'a key or password that is not checked because too many wait',
  sign_in_abandoned: 'a key or password whose connection was closed before it was checked',
  edit_share: 'a change by a user who has too many changes waiting',
  edit_abandoned: 'a change whose connection was closed before its turn came',
  stream_limit: 'an event stream too many, of the user or address that has the most',
  body_budget: 'a body beyond the budget for bodies in flight',
  answer_budget: 'an answer beyond the budget for unsent answers, or one that makes room for others',
  log_budget: 'a change that is no record beyond the share of its user or port in the log',
  read_share: 'a query of history by a user who has too many queries waiting',
  read_abandoned: 'a query of history whose connection was closed before its turn came',
} as const satisfies Readonly<Record<string, string>>;

export type RefusalKind = keyof typeof REFUSALS;
export const REFUSAL_KINDS = Object.keys(REFUSALS) as readonly RefusalKind[];
