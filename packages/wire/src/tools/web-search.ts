/** Decides whether the provider searches the web itself. If it cannot, that is reported. */
import type { SettingName, Settings } from '../traits/settings.ts';
import type { Traits } from '../traits/traits.ts';
import type { DeclaredTool } from './declared-tool.ts';

/** The name that Anthropic and OpenAI use, so no tool of the client can have it at the same time. */
export const webSearchName = 'web_search';

/** Removes the setting if the target cannot search. */
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
