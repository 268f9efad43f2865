/** How Chat's servers call the settings that not all of them know. */

import { type FurtherFields, within } from '../../../traits/further-fields.ts';
import { serviceTier, userId } from '../../../traits/openai-fields.ts';
import type { Traits } from '../../../traits/traits.ts';

export function furtherFields({ seedField }: Traits): FurtherFields {
  return seedField === 'seed' ? fields : { ...fields, seed: randomSeed };
}

/** Mistral's: never negative. */
const randomSeed = within('random_seed', 0, Number.MAX_SAFE_INTEGER);

const fields: FurtherFields = {
  topK: 'top_k',
  minP: 'min_p',
  seed: 'seed',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  repetitionPenalty: 'repetition_penalty',
  verbosity: 'verbosity',
  serviceTier,
  user: userId,
};
