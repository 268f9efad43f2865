/** How Messages calls the settings that not every API has. */
import type { FurtherFields } from '../../../traits/further-fields.ts';

export const furtherFields: FurtherFields = {
  topK: 'top_k',
  // There is only one other tier, and requests get it by default if the account has it.
  serviceTier: (tier) => (tier === 'standard' ? { service_tier: 'standard_only' } : 'the API has no such tier'),
  user: (id) => (isAccepted(String(id)) ? { metadata: { user_id: id } } : 'ANT-081: not an opaque id'),
};

const longest = 512;

/** ANT-081: nothing that looks like an address or a number of a person. */
function isAccepted(id: string): boolean {
  return id.length <= longest && !id.includes('@') && !/^[\s\d().+-]+$/.test(id);
}
