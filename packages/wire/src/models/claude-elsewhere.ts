/** Claude as other clouds host it: the same models, by their own API, with less than Anthropic's own servers take. */

import type { TraitOverrides } from '../traits/traits.ts';
import { anthropicModels } from './anthropic.ts';
import type { ModelFamily } from './model-family.ts';

/** ANT-023, ANT-061: neither a system message among the others nor names of 128 characters; media by bytes only. */
const hosted: TraitOverrides = {
  toolNames: { first: '[a-zA-Z0-9_-]', rest: '[a-zA-Z0-9_-]', max: 64 },
  laterSystem: 'user-text',
};

/** `before`: what comes before a model's name there, as a regular expression. */
export function claudeElsewhere(before: string): readonly ModelFamily[] {
  return anthropicModels.map(({ match, traits, ...rest }) => ({
    ...rest,
    match: `${before}(?:${match})`,
    protocol: 'anthropic-messages',
    traits: { ...traits, ...hosted, media: { ...traits.media, urls: false } },
  }));
}
