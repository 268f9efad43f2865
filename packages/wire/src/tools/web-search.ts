/** Whether the provider is asked to search the web itself. Where it cannot be, that is told. */
import type { SettingName, Settings } from '../traits/settings.ts';
import type { Traits } from '../traits/traits.ts';
import type { DeclaredTool } from './declared-tool.ts';

/** What Anthropic and OpenAI call it, and so a name that no tool of the client can have beside it. */
export const webSearchName = 'web_search';

/** Without the wish for a search where there can be none. */
export function settleWebSearch(
  settings: Settings,
  { webSearch }: Pick<Traits, 'webSearch'>,
  tools: readonly DeclaredTool[],
  leaveOut: (setting: SettingName, why: string) => void,
): Settings {
  if (settings.webSearch !== true) return settings;
  const isTaken = tools.some(({ name }) => name === webSearchName);
  if (webSearch && !isTaken) return settings;
  leaveOut('webSearch', isTaken ? `a tool named ${webSearchName} is offered` : 'the target does not search the web');
  const { webSearch: _, ...rest } = settings;
  return rest;
}
