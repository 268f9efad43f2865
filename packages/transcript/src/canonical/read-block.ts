/**
 * Reads the fields that other agents often get wrong: an id that is a number or missing, a name that is null. `checkContents`
 * warns about each; reading never fails.
 */
import type { ToolCallBlock, ToolResponseBlock } from './content.ts';

function word(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

export const callIdOf = (block: ToolCallBlock): string => word(block.id);
export const callNameOf = (block: ToolCallBlock): string => word(block.name);
export const answeredIdOf = (block: ToolResponseBlock): string => word(block.callId);
export const answeredNameOf = (block: ToolResponseBlock): string => word(block.toolName);

/** Anthropic's prefix for calls that the provider runs itself. They never get a client result (ANT server tools). */
export const isProviderExecuted = (block: ToolCallBlock): boolean =>
  block.executor === 'provider' ||
  (block.executor === undefined &&
    (callIdOf(block).startsWith('srvtoolu_') || word(block.rawId).startsWith('srvtoolu_')));
