/** Fields that OpenAI's two APIs have in common. */
import type { FurtherField } from './further-fields.ts';

export const serviceTier: FurtherField = (tier) => ({ service_tier: tier === 'standard' ? 'default' : tier });

/** OAC-034 */
const longest = 64;

export const userId: FurtherField = (id) =>
  String(id).length <= longest ? { user: id } : `OAC-034: it has more than ${longest} characters`;
