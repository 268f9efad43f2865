/** Composes everything a body consists of, from the state of a conversation and the input of this request. */
import { ConfigError } from '../failure/errors.ts';
import { describeTools } from '../prompt-tools/text-form.ts';
import type { Outgoing } from '../protocols/protocol.ts';
import { trailingMessage } from '../shape/shaper.ts';
import { sizeOfValue } from '../shape/size.ts';
import { wholeDescription } from '../texts/model-texts.ts';
import type { DeclaredTool } from '../tools/declared-tool.ts';
import { settleWebSearch } from '../tools/web-search.ts';
import type { SettingName, Settings } from '../traits/settings.ts';
import { isThinking } from '../traits/thinking.ts';
import type { Traits } from '../traits/traits.ts';
import type { ConversationState } from './conversation.ts';
import { declareStubs } from './declare-tools.ts';
import type { CheckedInput } from './read-input.ts';
import { usableSettings } from './read-settings.ts';
import type { LeftOut } from './request-diagnostics.ts';
import { usableChoice } from './usable-choice.ts';

export function composeOutgoing(
  model: string,
  traits: Traits,
  state: ConversationState,
  input: CheckedInput,
  left: LeftOut[],
): Outgoing {
  const { messages, declared, names, leadingSystem, size, notes, list } = state;
  // A system message alone is a valid request: the model continues from it.
  if (messages.length === 0 && leadingSystem.length === 0) {
    throw new ConfigError('nothing-to-send', 'The history has no message to send.', 'Add a user message.');
  }
  const leaveOut = (setting: SettingName, why: string): void => void left.push({ setting, why });
  const offered = offeredTools(declared, traits, leaveOut);
  const { toolChoice: _, allowedTools: _allowed, ...usable } = usableSettings(input.settings, leaveOut);
  const choice = usableChoice(input.settings, traits.tools === 'prompt' ? declared : offered, names, leaveOut);
  const mayCall = callable(choice, traits);
  const tools = offered.filter(mayCall);
  const asked = settleWebSearch({ ...usable, ...choice }, traits, tools, leaveOut);
  const stubs = tools.length === 0 && traits.needsDeclaredTools && notes.ids.length > 0 && traits.tools === 'native';
  const settings = stubs && asked.toolChoice === undefined ? { ...asked, toolChoice: 'none' as const } : asked;
  const about = traits.tools === 'prompt' ? describeTools(declared.filter(mayCall)) : fullDescriptions(tools);
  const system = [input.system, ...leadingSystem, about].filter((text) => text.trim() !== '').join('\n\n');
  // An answer cannot be continued while thinking is on (ANT-044).
  const isClosed = traits.thinking.replay === 'signed' && isThinking(settings, traits);
  const trailing = trailingMessage(messages.at(-1), traits.lastMessage === 'user' || isClosed, traits);
  list.update(messages, trailing);
  return {
    model,
    system,
    messages: list.messages,
    tools: stubs ? declareStubs(names, traits) : tools,
    settings,
    traits,
    inputTokens: Math.ceil((size + system.length + sizeOfTools(declared)) / 4),
    leaveOut,
  };
}

function offeredTools(
  declared: readonly DeclaredTool[],
  { tools, maxTools }: Traits,
  leaveOut: (setting: SettingName, why: string) => void,
): readonly DeclaredTool[] {
  const cut = declared.filter(({ isCut }) => isCut).map(({ name }) => name);
  if (cut.length > 0)
    leaveOut('tools', `a schema that is too large to send accepts anything in places: ${listNames(cut)}`);
  if (tools === 'prompt') return [];
  if (maxTools === undefined || declared.length <= maxTools) return declared;
  leaveOut('tools', `OAC-007: at most ${maxTools} tools; the last ${declared.length - maxTools} are not offered`);
  return declared.slice(0, maxTools);
}

/** A target that cannot be told which of its tools may be called is only offered those. */
function callable({ allowedTools }: Settings, { allowedTools: isTold }: Traits): (tool: DeclaredTool) => boolean {
  if (allowedTools === undefined || isTold) return () => true;
  return ({ name }) => allowedTools.includes(name);
}

function listNames(names: readonly string[]): string {
  const more = names.length - mostListed;
  return names.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const mostListed = 20;

/** The parts of descriptions that their declarations have no room for. */
function fullDescriptions(tools: readonly DeclaredTool[]): string {
  return tools
    .flatMap(({ name, wholeDescription: whole }) => (whole === undefined ? [] : [wholeDescription(name, whole)]))
    .join('\n\n');
}

function sizeOfTools(tools: readonly DeclaredTool[]): number {
  let size = 0;
  for (const { name, description = '', schema = {} } of tools) {
    size += name.length + description.length + sizeOfValue(schema);
  }
  return size;
}
