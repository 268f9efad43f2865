/**
 * Whether values have the types every provider of this protocol requires. What is merely missing, null or empty is left
 * to the rules (OAC-008…010, MIS-006, KIM-005), and so are `function.arguments` (OAC-011, MIS-023) and every field only
 * some providers know.
 */
import { firstIn } from '../../api/first-found.ts';
import { isObject, type JsonObject, kindOf } from '../../api/json.ts';

export interface ShapeProblem {
  readonly path: string;
  readonly problem: 'missing' | 'empty' | 'type';
  readonly expected: string;
  readonly got: string;
}

const numbers = [
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
];
const booleans = ['stream', 'parallel_tool_calls'];

export function findShape(body: JsonObject): ShapeProblem | undefined {
  return findMessages(body['messages']) ?? findTools(body['tools']) ?? findSettings(body);
}

function findMessages(messages: unknown): ShapeProblem | undefined {
  if (messages === undefined || messages === null) return missing('messages', 'an array of objects');
  if (!Array.isArray(messages)) return wrong('messages', 'an array of objects', messages);
  if (messages.length === 0) {
    return { path: 'messages', problem: 'empty', expected: 'an array of objects', got: 'an empty array' };
  }
  return firstIn(messages, (message, index) => findMessage(message, `messages[${index}]`));
}

function findMessage(message: unknown, path: string): ShapeProblem | undefined {
  if (!isObject(message)) return wrong(path, 'an object', message);
  if (message['role'] === undefined) return missing(`${path}.role`, 'a string');
  return (
    findTexts(message, path, ['role']) ??
    (message['role'] === null ? wrong(`${path}.role`, 'a string', null) : undefined) ??
    findTexts(message, path, ['tool_call_id', 'name', 'reasoning_content', 'reasoning']) ??
    findContent(message['content'], `${path}.content`) ??
    findList(message['tool_calls'], `${path}.tool_calls`, findCall)
  );
}

function findContent(content: unknown, path: string): ShapeProblem | undefined {
  if (content === undefined || content === null || typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return wrong(path, 'a string or an array of objects', content);
  return firstIn(content, (part, index) => findPart(part, `${path}[${index}]`));
}

function findPart(part: unknown, path: string): ShapeProblem | undefined {
  if (!isObject(part)) return wrong(path, 'an object', part);
  if (part['type'] === undefined) return missing(`${path}.type`, 'a string');
  if (typeof part['type'] !== 'string') return wrong(`${path}.type`, 'a string', part['type']);
  if (part['type'] !== 'text') return undefined;
  if (part['text'] === undefined) return missing(`${path}.text`, 'a string');
  return typeof part['text'] === 'string' ? undefined : wrong(`${path}.text`, 'a string', part['text']);
}

function findCall(call: JsonObject, path: string): ShapeProblem | undefined {
  const made = call['function'];
  const problem = findTexts(call, path, ['id', 'type']);
  if (problem) return problem;
  if (made === undefined) return call['custom'] === undefined ? missing(`${path}.function`, 'an object') : undefined;
  if (!isObject(made)) return wrong(`${path}.function`, 'an object', made);
  if (made['name'] === undefined) return missing(`${path}.function.name`, 'a string');
  return typeof made['name'] === 'string' ? undefined : wrong(`${path}.function.name`, 'a string', made['name']);
}

function findTools(tools: unknown): ShapeProblem | undefined {
  return findList(tools, 'tools', (tool, path) => {
    const declared = tool['function'];
    if (declared === undefined) {
      return tool['type'] === 'function' ? missing(`${path}.function`, 'an object') : undefined;
    }
    if (!isObject(declared)) return wrong(`${path}.function`, 'an object', declared);
    if (declared['name'] === undefined) return missing(`${path}.function.name`, 'a string');
    if (typeof declared['name'] !== 'string') return wrong(`${path}.function.name`, 'a string', declared['name']);
    const parameters = declared['parameters'];
    if (parameters !== undefined && parameters !== null && !isObject(parameters)) {
      return wrong(`${path}.function.parameters`, 'an object', parameters);
    }
    return findTexts(declared, `${path}.function`, ['description']);
  });
}

function findSettings(body: JsonObject): ShapeProblem | undefined {
  return (
    firstIn(numbers, (name) =>
      body[name] === undefined || body[name] === null || typeof body[name] === 'number'
        ? undefined
        : wrong(name, name.startsWith('max') ? 'an integer' : 'a decimal', body[name]),
    ) ??
    firstIn(booleans, (name) =>
      body[name] === undefined || body[name] === null || typeof body[name] === 'boolean'
        ? undefined
        : wrong(name, 'a boolean', body[name]),
    ) ??
    findToolChoice(body['tool_choice'])
  );
}

function findToolChoice(choice: unknown): ShapeProblem | undefined {
  if (choice === undefined || choice === null || typeof choice === 'string' || isObject(choice)) return undefined;
  return wrong('tool_choice', 'one of a string or an object', choice);
}

function findList(
  value: unknown,
  path: string,
  check: (item: JsonObject, path: string) => ShapeProblem | undefined,
): ShapeProblem | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return wrong(path, 'an array of objects', value);
  return firstIn(value, (item: unknown, index) =>
    isObject(item) ? check(item, `${path}[${index}]`) : wrong(`${path}[${index}]`, 'an object', item),
  );
}

function findTexts(holder: JsonObject, path: string, names: readonly string[]): ShapeProblem | undefined {
  return firstIn(names, (name) => {
    const value = holder[name];
    if (value === undefined || value === null || typeof value === 'string') return undefined;
    return wrong(`${path}.${name}`, 'a string', value);
  });
}

function missing(path: string, expected: string): ShapeProblem {
  return { path, problem: 'missing', expected, got: 'null' };
}

function wrong(path: string, expected: string, value: unknown): ShapeProblem {
  return { path, problem: 'type', expected, got: kindOf(value) };
}
