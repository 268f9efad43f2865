/** The rules that the API enforces for a body. They share no code with the encoders. */
import type { Rule } from '../../../rules/rule.ts';
import { cacheRules } from './cache.ts';
import { contentRules } from './content.ts';
import { hostedRules } from './hosted.ts';
import { orderRules } from './order.ts';
import { pairingRules } from './pairing.ts';
import { samplingRules } from './sampling.ts';
import { schemaRules } from './schemas.ts';
import { serverToolRules } from './server-tools.ts';
import { shapeRules } from './shape.ts';
import { thinkingRules } from './thinking.ts';
import { toolRules } from './tools.ts';

export const rules: readonly Rule[] = [
  ...pairingRules,
  ...serverToolRules,
  ...orderRules,
  ...contentRules,
  ...shapeRules,
  ...thinkingRules,
  ...samplingRules,
  ...toolRules,
  ...schemaRules,
  ...cacheRules,
  ...hostedRules,
];
