/** Checks on a request's tool choice. */
import { type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { type ChatTool, readTools } from '../messages.ts';
import { breach, type Found } from './found.ts';

/** `tool_choice` forces a call: any, or a specific one. */
export function isForced(choice: unknown): boolean {
  return choice === 'required' || choice === 'any' || (typeof choice === 'object' && choice !== null);
}

/** The tool a `tool_choice` names; '' if it names none. */
function chosenTool(choice: unknown): string {
  const { function: named, custom } = objectOf(choice);
  return textOf(objectOf(named ?? custom)['name']);
}

/** `tool_choice` other than `none` and `auto`, or a parameter for calls, in a request without tools. */
export function findWithoutTools(body: JsonObject, parameter: string): Found | undefined {
  const value = body[parameter];
  return breach(value !== undefined && value !== null && readTools(body).length === 0, parameter, value);
}

/** A chosen tool that is not among the tools. */
export function findUnknownChoice(body: JsonObject, tools: readonly ChatTool[]): Found | undefined {
  const name = chosenTool(body['tool_choice']);
  return breach(name !== '' && !tools.some((tool) => tool.name === name), 'tool_choice', name);
}
