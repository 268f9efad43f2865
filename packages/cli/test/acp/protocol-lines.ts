/** Checks every line of a connection against the SDK's own schemas, with the parameters and results of each method. */
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Schema {
  readonly $defs: Readonly<Record<string, { readonly 'x-method'?: string }>>;
}

const require = createRequire(import.meta.url);
const stable: Schema = require('@agentclientprotocol/sdk/schema/v1/schema.json');
const unstable: Schema = require('@agentclientprotocol/sdk/schema/v1/schema.unstable.json');

type Part = 'Request' | 'Response' | 'Notification';

class Definitions {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  readonly #names: ReadonlyMap<string, string>;

  constructor(schema: Schema) {
    this.#ajv.addSchema({ ...schema, $id: 'acp' });
    this.#names = new Map(
      Object.entries(schema.$defs).flatMap(([name, { 'x-method': method }]) =>
        method === undefined
          ? []
          : [[`${method} ${/(Request|Response|Notification)$/.exec(name)?.[1]}`, name] as const],
      ),
    );
  }

  of(method: string, part: Part): ValidateFunction | undefined {
    const name = this.#names.get(`${method} ${part}`);
    return name === undefined ? undefined : this.named(name);
  }

  named(name: string): ValidateFunction | undefined {
    return this.#ajv.getSchema(`acp#/$defs/${name}`);
  }

  whole(): ValidateFunction | undefined {
    return this.#ajv.getSchema('acp');
  }
}

const definitions = { stable: new Definitions(stable), unstable: new Definitions(unstable) };

export interface Line {
  readonly from: 'agent' | 'client';
  readonly text: string;
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The problems with the lines of a connection, in order. Empty: all lines are valid. */
export function wrongLines(lines: readonly Line[]): readonly string[] {
  const asked = new Map<string, string>();
  return lines.flatMap(({ from, text }) =>
    problemsIn(from, text, asked).map((why) => `${from}: ${why}: ${text.slice(0, 400)}`),
  );
}

/** `asked`: the method of each request so far, by its side and id. */
function problemsIn(from: Line['from'], text: string, asked: Map<string, string>): readonly string[] {
  const message = parsed(text);
  if (message === undefined || message.jsonrpc !== '2.0') return ['not a message'];
  const { id, method, params, result, error } = message;
  const about = method ?? asked.get(`${from === 'agent' ? 'client' : 'agent'} ${id}`) ?? '';
  const known = about === 'session/fork' ? definitions.unstable : definitions.stable;
  const whole = check(known.whole(), message);
  if (whole.length > 0 || about.startsWith('$/')) return whole;
  if (method !== undefined && id !== undefined) asked.set(`${from} ${id}`, method);
  // A request that the peer could not parse has no method.
  if (error !== undefined) return check(known.named('Error'), error);
  if (method === undefined) return check(known.of(about, 'Response'), result);
  return check(known.of(method, id === undefined ? 'Notification' : 'Request'), params);
}

function check(validate: ValidateFunction | undefined, value: unknown): readonly string[] {
  if (validate === undefined) return ['no such method'];
  return validate(value) ? [] : [reason(validate)];
}

function reason(validate: ValidateFunction | undefined): string {
  const first = validate?.errors?.[0];
  return first === undefined ? 'no such definition' : `${first.instancePath} ${first.message}`;
}

function parsed(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
