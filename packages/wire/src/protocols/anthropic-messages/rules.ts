/** What the API checks in a body. It shares nothing with the encoders it judges. */
import type { Rule } from '../../rule.ts';
import { cacheRules } from './rules/cache.ts';
import { contentRules } from './rules/content.ts';
import { orderRules } from './rules/order.ts';
import { pairingRules } from './rules/pairing.ts';
import { samplingRules } from './rules/sampling.ts';
import { schemaRules } from './rules/schemas.ts';
import { serverToolRules } from './rules/server-tools.ts';
import { shapeRules } from './rules/shape.ts';
import { thinkingRules } from './rules/thinking.ts';
import { toolRules } from './rules/tools.ts';

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
];
