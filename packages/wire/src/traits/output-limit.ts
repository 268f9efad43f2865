/** How many tokens an answer may have: the setting or the model's limit, reduced to what the window has left. */
import type { Settings } from './settings.ts';
import type { Traits } from './traits.ts';

/** A shorter answer is useless: let the provider report that the window is full (ANT-071). */
const least = 1024;

interface LimitedRequest {
  readonly settings: Settings;
  readonly traits: Traits;
  readonly inputTokens: number;
}

export function outputLimit({ settings, traits, inputTokens }: LimitedRequest): number {
  const wanted = Math.min(settings.maxOutputTokens ?? traits.maxOutput, traits.maxOutput);
  const room = traits.contextWindow - inputTokens;
  return Math.min(wanted, Math.max(room, Math.min(least, wanted)));
}
