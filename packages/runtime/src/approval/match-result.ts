/** Whether an `ask` or `deny` rule covers a call. `unsure`: this cannot be determined, so the call does not run without asking. */
export type MatchResult = 'yes' | 'unsure' | 'no';
