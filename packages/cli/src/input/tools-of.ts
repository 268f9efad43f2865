/** Reads tools from JSON: a list of objects with a name, optionally a description and a schema of parameters. */
import type { JsonValue } from '@interlock/transcript';
import type { Tool } from '@interlock/wire';
import { inputError } from '../io/command-error.ts';
import { isList, recordOf } from './read-json.ts';

/** Undefined: the value is not a list of tools. */
export function toolsOf(value: JsonValue | undefined): readonly Tool[] | undefined {
  if (!isList(value)) return undefined;
  const tools = value.map(toolOf);
  return tools.every((tool) => tool !== undefined) ? tools : undefined;
}

/** Reads the file of `--tools`: a list of tools, or an object with `tools`. */
export function readToolList(value: JsonValue, name: string): readonly Tool[] {
  const list = recordOf(value)?.['tools'] ?? value;
  if (!isList(list)) throw inputError(`${name} does not contain a list of tools.\n${shape}`);
  return list.map((entry, at) => {
    const tool = toolOf(entry);
    if (tool === undefined) throw inputError(`${name}: The tool at $[${at}] has no name.\n${shape}`);
    return tool;
  });
}

const shape = 'Write [{ "name": "…", "description": "…", "parameters": { … JSON Schema … } }].';

function toolOf(value: JsonValue): Tool | undefined {
  const record = recordOf(value);
  const name = record?.['name'];
  if (record === undefined || typeof name !== 'string') return undefined;
  const description = record['description'];
  const parameters = recordOf(record['parameters']);
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    ...(parameters === undefined ? {} : { parameters }),
  };
}
