/** The caller's decisions about a render. Everything has a default; data only, so that a policy can be stored. */
import type { SyntheticReason } from '../canonical/content.ts';
import type { Origin } from '../canonical/seal.ts';
import { syntheticTexts } from './model-texts.ts';

export interface RenderPolicy {
  /** How much of the model's thinking is kept. */
  readonly reasoning: 'all' | 'last-turn' | 'none';
  /** Thinking that `target` did not write: dropped, or shown as marked text in a user turn before the answer. */
  readonly foreignThinking: 'drop' | 'note';
  /** The target of the transcript. Without it no thinking counts as foreign. */
  readonly target?: Origin;
  /** Results whose call is known neither to the history nor to the ledger. */
  readonly orphans: 'drop' | 'restore' | 'note';
  /** How many characters of such a result a note shows: its purpose is unknown, so it must not fill the window. */
  readonly longestOrphan: number;
  /** Results with more characters than this are shortened to their start and end. Default: no limit. */
  readonly longestResult?: number;
  readonly syntheticTexts: Readonly<Record<SyntheticReason, string>>;
  /** When the result fails its own check: render once more without thinking, seals and media, or throw (our tests). */
  readonly onFault: 'conservative' | 'throw';
}

export const defaultPolicy: RenderPolicy = {
  reasoning: 'all',
  foreignThinking: 'drop',
  orphans: 'drop',
  longestOrphan: 8000,
  syntheticTexts,
  onFault: 'conservative',
};

export type PolicyOptions = Partial<Omit<RenderPolicy, 'syntheticTexts'>> & {
  readonly syntheticTexts?: Partial<Record<SyntheticReason, string>>;
};

export function withDefaults(options: PolicyOptions = {}): RenderPolicy {
  const texts = { ...syntheticTexts };
  for (const [reason, text] of Object.entries(options.syntheticTexts ?? {})) {
    // An empty sentence would be refused by most providers (ANT-027): the default stays.
    if (reason in texts && text.trim() !== '') texts[reason as SyntheticReason] = text.toWellFormed();
  }
  return { ...defaultPolicy, ...definedOnly(options), syntheticTexts: texts };
}

function definedOnly(options: PolicyOptions): Partial<RenderPolicy> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
