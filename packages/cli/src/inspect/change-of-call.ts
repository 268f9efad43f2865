/** The change that the arguments of a call ask for, as lines of a diff: our own editing tools, and those of other agents. */

const before: readonly string[] = ['old_text', 'old_string', 'oldString', 'oldText', 'old_str'];
const after: readonly string[] = ['new_text', 'new_string', 'newString', 'newText', 'new_str'];
const patches: readonly string[] = ['patch', 'diff', 'patchText', 'input'];

/** Undefined: it is none that is known. */
export function changeOfCall(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const found = (names: readonly string[]): string | undefined =>
    names.map((name) => Reflect.get(parameters, name)).find((text) => typeof text === 'string' && text !== '');
  const old = found(before);
  const fresh = found(after);
  if (old !== undefined || fresh !== undefined) return [...marked('-', old), ...marked('+', fresh)].join('\n');
  const patch = found(patches);
  return patch !== undefined && /^(?:\*\*\* Begin Patch|--- |diff --git |@@ )/m.test(patch) ? patch : undefined;
}

function marked(mark: string, text = ''): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => mark + line);
}
