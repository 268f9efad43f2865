/** Settings that JSON can carry and the target can name; what cannot be is left out, and said so. */
import type { DeclaredTool } from '../protocol.ts';
import type { SettingName, Settings } from '../settings.ts';
import type { ToolNames } from '../tool-names.ts';

type LeaveOut = (setting: SettingName, why: string) => void;

export function soundSettings(
  settings: Settings,
  tools: readonly DeclaredTool[],
  names: ToolNames,
  leaveOut: LeaveOut,
): Settings {
  const sound: { -readonly [K in keyof Settings]?: Settings[K] } = { ...settings };
  for (const name of ['maxOutputTokens', 'temperature', 'topP'] as const) {
    const value = sound[name];
    if (value === undefined || Number.isFinite(value)) continue;
    delete sound[name];
    leaveOut(name, 'not a finite number');
  }
  if (sound.maxOutputTokens !== undefined && sound.maxOutputTokens < 1) {
    delete sound.maxOutputTokens;
    leaveOut('maxOutputTokens', 'less than one token');
  }
  const choice = sound.toolChoice;
  if (typeof choice === 'object') {
    const tool = tools.length === 0 ? '' : names.project(choice.tool);
    if (tools.some(({ name }) => name === tool)) sound.toolChoice = { tool };
    else {
      delete sound.toolChoice;
      leaveOut('toolChoice', 'OAC-019: the tool is not among those offered');
    }
  }
  return sound;
}
