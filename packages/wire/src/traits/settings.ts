/**
 * What a caller may set for a request, independent of the protocol. What a target refuses is translated, or left out and
 * reported.
 */
import type { JsonObject } from '@interlock/transcript';
import type { Effort } from './traits.ts';

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

export type ResponseFormat = 'text' | 'json' | { readonly name: string; readonly schema: JsonObject };

export interface Settings {
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly stop?: readonly string[];
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
  /** `off`, an effort, or a budget of tokens. Default: the model's own. */
  readonly reasoning?: 'off' | Effort | { readonly tokens: number };
  readonly responseFormat?: ResponseFormat;
  readonly stream?: boolean;
  /** Lets the provider search the web itself while it answers, if it can. */
  readonly webSearch?: boolean;
  /** `false`: no cache marks. `key`: the session's name, for targets that sort their cache by one. Default: marks are set. */
  readonly cache?: false | { readonly key?: string };
}

/** The settings that diagnostics may report as left out or changed. */
export type SettingName = keyof Settings | 'tools';

/** A tool as the caller offers it. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments; absent for a tool without arguments. */
  readonly parameters?: JsonObject;
}
