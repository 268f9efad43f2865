/**
 * The part of a history that can be written at once: its clean beginning, for a target whose encoder writes every clean message alike
 * and looks, for the rest of the body, at nothing but the last few messages. What comes after it goes the long way.
 */
import {
  type Block,
  CleanStart,
  type Content,
  type Ledger,
  mostCleanCalls,
  type PolicyOptions,
} from '@interlock/transcript';
import type { ClientProtocol } from '../../protocols/protocol.ts';
import type { ShapedStart } from '../../shape/shaper.ts';
import type { Destination } from '../../target/target.ts';
import { prefixOf } from '../../tools/tool-ids.ts';
import { ToolNames } from '../../tools/tool-names.ts';
import type { Tool } from '../../traits/settings.ts';
import type { Traits } from '../../traits/traits.ts';
import { MessageForms, NoForm } from './message-forms.ts';
import { WrittenStart } from './written-start.ts';

export interface RequestStart {
  readonly contents: CleanStart;
  readonly written: WrittenStart;
  readonly shaped: ShapedStart;
  /** What comes before the ids of calls. */
  readonly idPrefix: string;
}

interface StartOptions {
  readonly tools: readonly Tool[];
  readonly ledger: Ledger | undefined;
  readonly policy: PolicyOptions;
}

export function requestStart(
  contents: readonly Content[],
  { traits }: Destination,
  protocol: ClientProtocol,
  { tools, ledger, policy }: StartOptions,
  longestResult: number,
): RequestStart | undefined {
  const idPrefix = prefixOf(traits.toolIds);
  if (idPrefix === undefined || !isEven(protocol, traits)) return undefined;
  // The ledger may know better than the history, and thinking left out of past turns changes what was sent.
  if (ledger !== undefined || policy.reasoning === 'last-turn') return undefined;
  const start = CleanStart.of(contents, longestResult);
  if (start === undefined || !start.ids.every(isOurs) || !keepsNames(start.toolNames, tools, traits)) return undefined;
  try {
    const written = new WrittenStart(contents, start, new MessageForms(protocol, traits, idPrefix));
    const system = contents.slice(0, start.system).map(({ blocks }) => blocks.map(textOf).join('\n\n'));
    const size = system.reduce((sum, text) => sum + text.length, written.size);
    return { contents: start, written, idPrefix, shaped: { system, size, turn: start.turn } };
  } catch (error) {
    if (error instanceof NoForm) return undefined;
    throw error;
  }
}

/** Nothing in its requests depends on messages that are long past. */
function isEven(protocol: ClientProtocol, { tools, systemRole, thinking, maxCalls = mostCleanCalls }: Traits): boolean {
  if (protocol.bodyLooksAtEnd !== true || tools !== 'native' || maxCalls < mostCleanCalls) return false;
  return systemRole !== 'user' && thinking.boundTo !== 'prefix';
}

const ourLength = 'hist_tool_'.length + 24;

/** Ids of another length may have to be written in another way (`tool-ids.ts`). */
function isOurs(canonicalId: string): boolean {
  return canonicalId.length === ourLength;
}

/** Whether the target knows all of these tools by their own names, also together with those on offer. */
function keepsNames(toolNames: ReadonlySet<string>, tools: readonly Tool[], { toolNames: rule }: Traits): boolean {
  const names = new ToolNames(rule);
  for (const { name } of tools) names.offer(name);
  for (const name of toolNames) if (names.project(name) !== name) return false;
  return true;
}

function textOf(block: Block): string {
  return block.type === 'text' ? block.text : '';
}
