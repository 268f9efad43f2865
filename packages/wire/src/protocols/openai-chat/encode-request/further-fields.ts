/** How Chat's servers call the settings that not all of them know. */
import { type FurtherFields, within } from '../../../traits/further-fields.ts';
import { serviceTier, userId } from '../../../traits/openai-fields.ts';
import type { Traits } from '../../../traits/traits.ts';
import { numberNames } from '../number-names.ts';

export function furtherFields({ seedField }: Traits): FurtherFields {
  return seedField === 'seed' ? fields : { ...fields, seed: randomSeed };
}

/** Mistral's: never negative. */
const randomSeed = within('random_seed', 0, Number.MAX_SAFE_INTEGER);

const fields: FurtherFields = {
  ...numberNames,
  verbosity: 'verbosity',
  serviceTier,
  user: userId,
};
