/**
 * The part of a history that can be written at once: its clean start, for a target whose encoder writes all clean messages
 * alike and whose body otherwise only depends on the last few messages. What comes after it takes the normal path.
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
  /** The prefix of the ids of calls. */
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
  // The ledger may know more than the history, and removing thinking of past turns changes what was sent.
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

/** Its requests do not depend on messages from long ago. */
function isEven(protocol: ClientProtocol, { tools, systemRole, thinking, maxCalls = mostCleanCalls }: Traits): boolean {
  if (protocol.bodyLooksAtEnd !== true || tools !== 'native' || maxCalls < mostCleanCalls) return false;
  return systemRole !== 'user' && thinking.boundTo !== 'prefix';
}

const ourLength = 'hist_tool_'.length + 24;

/** Ids of another length may need another format (`tool-ids.ts`). */
function isOurs(canonicalId: string): boolean {
  return canonicalId.length === ourLength;
}

/** Whether the target accepts all of these tool names unchanged, also together with the offered tools. */
function keepsNames(toolNames: ReadonlySet<string>, tools: readonly Tool[], { toolNames: rule }: Traits): boolean {
  const names = new ToolNames(rule);
  for (const { name } of tools) names.offer(name);
  for (const name of toolNames) if (names.project(name) !== name) return false;
  return true;
}

function textOf(block: Block): string {
  return block.type === 'text' ? block.text : '';
}
