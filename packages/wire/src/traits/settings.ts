/** What a caller may ask of a request, in no protocol's dialect. What a target refuses is translated, or left out and reported. */
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
  /** Absent: the model's own default. `off`, an effort, or a budget of tokens. */
  readonly reasoning?: 'off' | Effort | { readonly tokens: number };
  readonly responseFormat?: ResponseFormat;
  readonly stream?: boolean;
  /** Lets the provider search the web by itself while it answers, where it can. */
  readonly webSearch?: boolean;
  /** `false`: no cache marks. `key`: the session's name, where the target sorts its cache by one. Marks are set by default. */
  readonly cache?: false | { readonly key?: string };
}

/** What diagnostics may say was left out or changed. */
export type SettingName = keyof Settings | 'tools';

/** A tool as the caller offers it. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments; absent for a tool without any. */
  readonly parameters?: JsonObject;
}
