/**
 * Whether a rule that asks or denies covers a call. `unsure`: this cannot be determined, so the call does not run
 * without asking.
 */
export type MatchResult = 'yes' | 'unsure' | 'no';
