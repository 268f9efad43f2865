/**
 * What a caller may set for a request, independent of the protocol. What a target refuses is translated, or left out and
 * reported.
 */
import type { JsonObject } from '@interlock/transcript';
import type { Effort } from './traits.ts';

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };

export type ResponseFormat = 'text' | 'json' | SchemaFormat;

export interface SchemaFormat {
  readonly name: string;
  readonly schema: JsonObject;
  /** The answer must follow the schema. Default: where the target can enforce schemas only on request, it is not requested. */
  readonly strict?: boolean;
}

export interface Settings {
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  /** Only the most likely tokens are considered: this many (0: all of them), */
  readonly topK?: number;
  /** or those at least this likely, compared with the most likely one. */
  readonly minP?: number;
  readonly seed?: number;
  /** From -2 to 2; 0 changes nothing. */
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  /** A factor; 1 changes nothing. */
  readonly repetitionPenalty?: number;
  readonly stop?: readonly string[];
  readonly toolChoice?: ToolChoice;
  /** Which of the tools may be called, for a choice of `auto` or `required`. Default: all of them. */
  readonly allowedTools?: readonly string[];
  readonly parallelToolCalls?: boolean;
  /** `off`, an effort, or a budget of tokens. Default: the model's own. */
  readonly reasoning?: 'off' | Effort | { readonly tokens: number };
  readonly responseFormat?: ResponseFormat;
  readonly stream?: boolean;
  /** How long answers should be. */
  readonly verbosity?: 'low' | 'medium' | 'high';
  /** The price and speed of processing. Default: what the account has. */
  readonly serviceTier?: 'standard' | 'flex' | 'priority';
  /** The end user, by an id that says nothing about the person. */
  readonly user?: string;
  /** The answer comes with the log probability of each token, and of this many others in its place. */
  readonly logprobs?: number;
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
  /** Calls must follow the schema, where the target can enforce it. Every object of the schema is closed, and requires all its properties (OAC-020). */
  readonly strict?: boolean;
  /** The tool takes one text instead of arguments. Where the target has no such tools, it is a function with one text, `input`. */
  readonly freeForm?: FreeForm;
}

export interface FreeForm {
  /** What the text must follow. Default: any text is fine. */
  readonly grammar?: { readonly syntax: string; readonly definition: string };
}
