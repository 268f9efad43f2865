/** Whether a rule that asks or denies is about a call. `unsure`: nobody can tell, so it is not let through without a question. */
export type MatchResult = 'yes' | 'unsure' | 'no';
