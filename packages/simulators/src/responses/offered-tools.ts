/** The tools that a request offers: in the field `tools`, in items of the input, and in namespaces of both. */
import { arrayOf, isObject, type JsonObject, textOf } from '../api/json.ts';

export interface OfferedTool {
  readonly tool: JsonObject;
  /** Absent: the tool is called by its name alone. */
  readonly namespace?: string;
}

export function offeredTools(body: JsonObject): readonly OfferedTool[] {
  const items = arrayOf(body['input']).filter(isObject);
  const lists = [body, ...items.filter(({ type }) => type === 'additional_tools')];
  return lists.flatMap(({ tools }) => inList(tools));
}

function inList(tools: unknown): readonly OfferedTool[] {
  return arrayOf(tools)
    .filter(isObject)
    .flatMap((tool) => {
      if (tool['type'] !== 'namespace') return [{ tool }];
      const namespace = textOf(tool['name']);
      return arrayOf(tool['tools'])
        .filter(isObject)
        .map((inner) => ({ tool: inner, namespace }));
    });
}
