/**
 * Tokens-per-minute limits are rate limits, except for a request that is larger than the whole limit: it can never pass
 * (OAC-023), so it has to become smaller. A limit of zero is no limit but an account without that model.
 */
import type { FailureReason } from './failure.ts';

const tokenLimit = /\btokens?\b[\s\S]{0,80}?\blimit:? ([\d,]+)[\s\S]{0,60}?\brequested:? ~?([\d,]+)/i;

export function reasonOfTokenLimit(message: string): FailureReason | undefined {
  const match = tokenLimit.exec(message);
  const limit = numberOf(match?.[1]);
  const requested = numberOf(match?.[2]);
  if (limit === undefined || requested === undefined || requested <= limit) return undefined;
  return limit === 0 ? 'billing' : 'context-overflow';
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text.replaceAll(',', ''));
}
