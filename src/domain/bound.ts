/**
 * What happens beyond a bound. `refuses`: the gateway refuses what would exceed it; what is stored already stays.
 * `oldest gives way`: the oldest leave the state, the log keeps them. `greediest gives way`: the same for those of the
 * user, device or id that has most.
 */
type Beyond = 'refuses' | 'oldest gives way' | 'greediest gives way';

export type Bound = {
  /** one of the collection, in messages */
  readonly noun: string;
  /** what is counted, where the noun does not say it all */
  readonly note?: string;
  readonly max: number;
  /** of all together: UTF-8 bytes of their JSON */
  readonly bytes: number;
  /** what a single owner may take of it */
  readonly share?: Share;
  readonly beyond: Beyond;
};

type Share = {
  readonly of: 'user' | 'device' | 'rule' | 'id';
  readonly max?: number;
  readonly bytes?: number;
};
