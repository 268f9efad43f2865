/** Says in one sentence why a file could not be loaded, where the problem is, and what to do about it. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { LoadFault } from './thread-messages.ts';
import { isTypeScript } from './tool-files.ts';

export interface LoadProblem {
  /** Line and column, `12:5`, or only the line. Absent: the problem is not in one line of this file. */
  readonly position?: string;
  readonly text: string;
}

/** How long Node may take to parse a file without running it. */
const checkMs = 5_000;

/** `advice`: what to do about an error that the file itself throws. Default: the advice for tools. */
export async function describeLoadFault(path: string, fault: LoadFault, advice?: string): Promise<LoadProblem> {
  const { name, code } = fault;
  const message = sentence(fault.message.replace(` imported from ${path}`, '') || 'It failed without a message');
  const missing = /Cannot find package '([^']+)'/.exec(fault.message)?.[1];
  if (code === 'ERR_MODULE_NOT_FOUND' && missing !== undefined)
    return { text: `${message} Run: npm install --prefix ${dirname(path)} ${missing}` };
  const position = placeIn(fault.stack, path) ?? (name === 'SyntaxError' ? await syntaxPlace(path) : undefined);
  const text = `${message} ${adviceFor(fault, path, advice)}`;
  return position === undefined ? { text } : { position, text };
}

/** Undefined: this Node can read it. */
export function typeScriptProblem(path: string, { features, version }: NodeJS.Process): string | undefined {
  if (!isTypeScript(path) || features.typescript) return undefined;
  return `This Node (${version}) does not read TypeScript. Use Node 22.18 or newer, or write it in JavaScript, as .mjs.`;
}

function adviceFor({ name, code, message }: LoadFault, path: string, advice?: string): string {
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return 'Only types that can be stripped are supported: no enum, no namespace.';
  if (name === 'SyntaxError' && /^(Unexpected token 'export'|Cannot use import statement)/.test(message))
    return 'Name it .mjs, so that it is read as a module.';
  if (name === 'SyntaxError' || code === 'ERR_INVALID_TYPESCRIPT_SYNTAX') return 'Fix the file.';
  if (code === 'ERR_MODULE_NOT_FOUND') return 'Fix the import.';
  if (advice !== undefined) return advice;
  return `Fix ${isTypeScript(path) ? 'the file' : 'it'}; code outside of run() runs when the agent starts.`;
}

/** The first line of the stack that is in the file. */
function placeIn(stack: string, path: string): string | undefined {
  for (const name of [pathToFileURL(path).href, path]) {
    const at = stack.indexOf(`${name}:`);
    const found = at === -1 ? undefined : /^\d+(:\d+)?/.exec(stack.slice(at + name.length + 1))?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Node gives the position of such an error only with --check. Nothing in the file is run. */
function syntaxPlace(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--check', path], { timeout: checkMs, env: {} }, (_, __, stderr) => {
      const [head = '', , carets = ''] = stderr.split('\n');
      const line = /:(\d+)$/.exec(head)?.[1];
      const column = carets.indexOf('^') + 1;
      resolve(line === undefined ? undefined : column > 0 ? `${line}:${column}` : line);
    });
  });
}

function sentence(text: string): string {
  const [first = ''] = text.split('\n');
  const readable = first.replaceAll(/file:\/\/\/[^\s'"]+/g, (url) => pathOf(url));
  return /[.!?]$/.test(readable) ? readable : `${readable}.`;
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
