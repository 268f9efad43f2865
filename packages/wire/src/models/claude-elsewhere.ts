/** Claude as other clouds host it: the same models with the same API, but accepting less than Anthropic's own servers. */

import type { TraitOverrides } from '../traits/traits.ts';
import { anthropicModels } from './anthropic.ts';
import type { ModelFamily } from './model-family.ts';

/** ANT-023, ANT-061: no system message among the others, no names of 128 characters; media as bytes only. */
const hosted: TraitOverrides = {
  toolNames: { first: '[a-zA-Z0-9_-]', rest: '[a-zA-Z0-9_-]', max: 64 },
  laterSystem: 'user-text',
};

/** `before`: a regular expression for what precedes a model's name there. */
export function claudeElsewhere(before: string): readonly ModelFamily[] {
  return anthropicModels.map(({ match, traits, ...rest }) => ({
    ...rest,
    match: `${before}(?:${match})`,
    protocol: 'anthropic-messages',
    traits: { ...traits, ...hosted, media: { ...traits.media, urls: false } },
  }));
}
