/** Valid and invalid configuration files: every mistake is reported with its position and a fix, and no secret is repeated. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { describe, expect, test } from 'vitest';
import { loadFile } from '../../src/config/load-file.ts';
import { fullConfig } from './full-config.ts';
import { refusal, testHomes } from './test-home.ts';

const newHome = testHomes();

describe('valid files', () => {
  const good: readonly (readonly [what: string, text: string, values: object])[] = [
    ['nothing at all', '', {}],
    ['comments only', '// later\n', {}],
    [
      'comments and trailing commas',
      '{\n  // mine\n  "model": "openai/gpt-5.4", /* the usual */\n}\n',
      { model: 'openai/gpt-5.4' },
    ],
    ['a byte order mark', '\ufeff{ "limits": { "steps": 3 } }', { limits: { steps: 3 } }],
    ['Windows line ends', '{\r\n  "tools": { "network": false, },\r\n}\r\n', { tools: { network: false } }],
    ['every setting there is', JSON.stringify(fullConfig), fullConfig],
  ];
  test.each(good)('%s', async (_, text, values) => {
    const home = newHome();
    const loaded = await loadFile(home.write(home.userFile, text), 'user');
    expect(loaded?.values).toEqual(values);
  });

  test('a missing file is not an error', async () => {
    expect(await loadFile(newHome().userFile, 'user')).toBeUndefined();
  });
});

describe('invalid files', () => {
  /** Each line begins with the file's path and a colon. */
  const bad: readonly (readonly [text: string, message: string])[] = [
    // Invalid JSON.
    ['{', '1:2: a } is missing here.'],
    ['{ "model": }', '1:12: a value is missing here.'],
    ['{ "model" "x" }', '1:11: a colon is missing here. Write "key": value.'],
    ['{ "limits": {} "tools": {} }', '1:16: a comma is missing here.'],
    ["{ 'model': 'x' }", '1:3: this is not a JSON value. Put strings in double quotes.'],
    ['{ "model": "x\n" }', '1:12: this string is not closed. End it with a double quote on the same line.'],
    ['{} {}', '1:4: there is more after the end of the object. Keep one object.'],
    ['{ /* never closed', '1:3: this comment is not closed. End it with */.'],
    ['{ "model": "a\\q" }', '1:12: invalid escape sequence. Write a backslash as \\\\.'],
    ['{ "limits": {\n  "steps": 1,\n  "steps": 2 } }', '3:3: the key "steps" appears twice. Keep one of them.'],
    [`${'['.repeat(2000)}`, '1:33: is nested more than 32 levels deep.'],
    // Does not match the schema.
    ['[]', '1:1: expected an object; got a list.'],
    ['"sk-secret-1"', '1:1: expected an object; got a string.'],
    ['{\n  "modle": "x"\n}', '2:3: modle: there is no such setting. Did you mean "model"?'],
    ['{ "limits": { "spteps": 1 } }', '1:15: limits.spteps: there is no such setting. Did you mean "steps"?'],
    [
      '{ "limits": { "colour": 1 } }',
      '1:15: limits.colour: there is no such setting. Settings here: steps, repeats, toolTimeoutMs, parallel, stallMs.',
    ],
    [
      '{ "routes": { "cheap": {\n  "policy": "cheep", "targets": ["openai"] } } }',
      '2:3: routes.cheap.policy: expected one of fixed, round-robin, failover; got "cheep".',
    ],
    [
      '{ "routes": { "cheap": { "policy": "failovr", "targets": ["openai"] } } }',
      '1:26: routes.cheap.policy: expected one of fixed, round-robin, failover; got "failovr". Did you mean "failover"?',
    ],
    [
      '{ "routes": { "cheap": { "policy": "fixed", "targets": [] } } }',
      '1:45: routes.cheap.targets: is empty. List at least one, or omit it.',
    ],
    [
      '{ "routes": { "cheap": { "policy": "fixed" } } }',
      '1:15: routes.cheap.targets: is missing. Targets in the order in which they are tried.',
    ],
    [
      '{ "routes": { "a/b": {} } }',
      '1:15: routes."a/b": is not a valid name here. Start with a letter or digit; letters, digits and . _ : - may follow.',
    ],
    [
      '{ "routes": { "__proto__": {} } }',
      '1:15: routes.__proto__: is not a valid name here. Start with a letter or digit; letters, digits and . _ : - may follow.',
    ],
    [
      '{ "__proto__": { "model": "x" } }',
      '1:3: __proto__: there is no such setting. Settings here: $schema, model, route, providers, providerFiles, models, profiles, routes, reasoning, approval, tools, mcp, hooks, compaction, limits, subagents, sessions, gateway, system.',
    ],
    [
      '{ "limits": { "steps": "ten" } }',
      '1:15: limits.steps: expected a whole number, 1 or more; got "ten". Requests per turn.',
    ],
    [
      '{ "limits": { "steps": 0 } }',
      '1:15: limits.steps: expected a whole number, 1 or more; got 0. Requests per turn.',
    ],
    [
      '{ "limits": { "parallel": 1.5 } }',
      '1:15: limits.parallel: expected a whole number, 1 to 100; got 1.5. Concurrent calls.',
    ],
    ['{ "limits": null }', '1:3: limits: expected an object; got null.'],
    ['{ "tools": { "network": "yes" } }', '1:14: tools.network: expected true or false; got "yes". Offers fetch_url.'],
    [
      '{ "tools": { "disabled": "write_file" } }',
      '1:14: tools.disabled: expected a list; got a string. Tools that are not offered.',
    ],
    ['{ "tools": { "disabled": ["a", 7] } }', '1:32: tools.disabled[1]: expected a non-empty string; got 7.'],
    ['{ "compaction": true }', '1:3: compaction: expected false or an object; got true.'],
    [
      '{ "compaction": { "threshold": 2 } }',
      '1:19: compaction.threshold: expected a number, 0.1 to 1; got 2. Share of the context window at which it happens automatically.',
    ],
    [
      '{ "model": "" }',
      '1:3: model: expected a non-empty string; got an empty string. provider/model, or a name defined in models.',
    ],
    [
      '{ "sessions": { "postgresEnv": "postgres://u:secret@h/d" } }',
      '1:17: sessions.postgresEnv: expected the name of a variable; got another string. The variable with the URL of a PostgreSQL database to store them in.',
    ],
    [
      '{ "gateway": { "adminSha256": "secret" } }',
      '1:16: gateway.adminSha256: expected 64 hexadecimal digits, as interlock serve --new-token prints them; got another string. SHA-256, in hex, of the token for the event feed. Without it there is no feed.',
    ],
    [
      '{ "gateway": { "hosts": ["gateway.example.com:8443"] } }',
      '1:26: gateway.hosts[0]: expected a name or an address, without http:// and without a port; got another string.',
    ],
    [
      '{ "gateway": { "hosts": ["10.0.0.7:8443"] } }',
      '1:26: gateway.hosts[0]: expected a name or an address, without http:// and without a port; got another string.',
    ],
    [
      '{ "gateway": { "origins": ["https://app.example.com/"] } }',
      '1:28: gateway.origins[0]: expected an origin as in https://app.example.com, without a path or a slash at the end; got another string.',
    ],
    [
      '{ "gateway": { "tokens": [{ "name": "my laptop", "sha256": "%" }] } }'.replace('%', 'ab'.repeat(32)),
      '1:29: gateway.tokens[0].name: expected letters, digits, and . _ : - after the first; got another string.',
    ],
    [
      '{ "mcp": { "x": { "url": "ftp://secret@h" } } }',
      '1:19: mcp.x.url: expected a URL that begins with http:// or https://; got another string. URL of a server that speaks HTTP.',
    ],
    [
      '{ "mcp": { "x": { "command": "a", "url": "http://b" } } }',
      '1:12: mcp.x: expected exactly one of command, url; it has command and url.',
    ],
    ['{ "mcp": { "x": {} } }', '1:12: mcp.x: expected exactly one of command, url; it has none of them.'],
    ['{ "profiles": { "w": "sk-secret-1" } }', '1:17: profiles.w: expected an object; got a string.'],
    [
      '{ "profiles": { "w": { "env": "A", "key": "sk-secret-1" } } }',
      '1:17: profiles.w: expected exactly one of env, file, command, token, key; it has env and key.',
    ],
    [
      '{ "profiles": { "w": { "token": "sk-secret-1" } } }',
      '1:17: profiles.w.refresh: is missing. The command that prints the next token.',
    ],
    [
      '{ "profiles": { "w": { "key": ["sk-secret-1"] } } }',
      '1:24: profiles.w.key: expected a non-empty string; got a list. The key itself. Only in your own file; a variable is better.',
    ],
    [
      '{ "profiles": { "w": { "key": "sk-secret-1", "acount": "x" } } }',
      '1:46: profiles.w.acount: there is no such setting. Did you mean "account"?',
    ],
    // Matches the schema, but is wrong.
    ['{ "model": "a", "route": "b" }', '1:17: route: cannot be combined with model. Keep one of them.'],
    [
      '{ "providers": { "openai": { "baseUrl": "https://user:secret@h/v1" } } }',
      '1:30: providers.openai.baseUrl: is not a base URL. It must begin with http:// or https:// and have no user, no "?" and no "#".',
    ],
    [
      '{ "providers": { "openai": { "baseUrl": "api.openai.com" } } }',
      '1:30: providers.openai.baseUrl: is not a base URL. It must begin with http:// or https:// and have no user, no "?" and no "#".',
    ],
    [
      '{ "approval": { "allow": ["read_file", "run_command("] } }',
      '1:40: approval.allow[1]: The rule "run_command(" has an unclosed bracket. End it with ), as in run_command(git *).',
    ],
    [
      '{ "approval": { "deny": ["kind:nets"] } }',
      '1:26: approval.deny[0]: The rule "kind:nets" names an unknown kind of tool. Kinds are read, write, command, network, mcp, agent, other, as in run_command(git *).',
    ],
  ];
  test.each(bad)('%s', async (text, message) => {
    const home = newHome();
    const path = home.write(home.userFile, text);
    expect(await refusal(() => loadFile(path, 'user'))).toBe(`${path}:${message}`);
  });

  test('reports all errors of a file, up to ten', async () => {
    const home = newHome();
    const path = home.write(
      home.userFile,
      Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`zzzzzzzz${n}`, n])),
    );
    const lines = (await refusal(() => loadFile(path, 'user'))).split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([11, 'And 2 more.']);
  });

  test('a name from a hostile file cannot control a terminal', async () => {
    const home = newHome();
    const path = home.write(home.userFile, { 'a\u001b[2J\u202eb': 1 });
    expect(await refusal(() => loadFile(path, 'user'))).toBe(
      `${path}:1:2: "a\\u001b[2J b": there is no such setting. Settings here: $schema, model, route, providers, providerFiles, models, profiles, routes, reasoning, approval, tools, mcp, hooks, compaction, limits, subagents, sessions, gateway, system.`,
    );
  });
});

describe('not a text file', () => {
  const places: readonly (readonly [what: string, make: (path: string) => void, message: string])[] = [
    [
      'a folder',
      (path) => mkdirSync(path, { recursive: true }),
      'is a folder. Put the configuration into a file of that name, or remove it.',
    ],
    [
      'a pipe without a writer',
      (path) => execFileSync('mkfifo', [path]),
      'is not a regular file. Put a file there, or remove it.',
    ],
    [
      'an endless device',
      (path) => symlinkSync('/dev/zero', path),
      'is not a regular file. Put a file there, or remove it.',
    ],
    ['a link to itself', (path) => symlinkSync(path, path), 'is a link to itself. Remove it.'],
  ];
  test.each(places)('%s', async (_, make, message) => {
    const home = newHome();
    const path = join(home.home, 'config.json');
    make(path);
    expect(await refusal(() => loadFile(path, 'user'))).toBe(`${path} ${message}`);
  });

  const contents: readonly (readonly [what: string, content: string | Uint8Array, message: string])[] = [
    [
      'more than a megabyte',
      ' '.repeat(1024 * 1024 + 1),
      'is larger than 1 MB, too large for a configuration. Shorten or remove it.',
    ],
    ['bytes that are not text', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), 'is not UTF-8 text. Rewrite it or remove it.'],
    ['a program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 0), 'is not UTF-8 text. Rewrite it or remove it.'],
  ];
  test.each(contents)('%s', async (_, content, message) => {
    const home = newHome();
    const path = home.write(home.userFile, content);
    expect(await refusal(() => loadFile(path, 'user'))).toBe(`${path} ${message}`);
  });

  test('an unreadable file is an error, not a missing file', async () => {
    const home = newHome();
    const path = home.write(home.userFile, '{}');
    chmodSync(path, 0);
    // Nothing is forbidden to root.
    const expected =
      getuid?.() === 0
        ? '(it was taken)'
        : `${path} cannot be read: permission denied. Change its permissions, or remove it.`;
    expect(await refusal(() => loadFile(path, 'user'))).toBe(expected);
  });
});

describe('secrets in a project', () => {
  const secrets: readonly (readonly [text: string, place: string])[] = [
    ['{ "profiles": { "w": { "key": "sk-secret-1" } } }', '1:24: profiles.w.key'],
    ['{ "profiles": { "w": { "token": "sk-secret-1", "refresh": "x" } } }', '1:24: profiles.w.token'],
    [
      '{ "providers": { "openai": { "credentials": [{ "key": "sk-secret-1" }] } } }',
      '1:48: providers.openai.credentials[0].key',
    ],
  ];
  test.each(secrets)('%s', async (text, place) => {
    const home = newHome();
    const path = home.write(home.projectFile, text);
    expect(await refusal(() => loadFile(path, 'project'))).toBe(
      `${path}:${place}: a secret is in a project file. Remove it, rotate it, and name a variable: { "env": "NAME" }.`,
    );
    expect(await refusal(() => loadFile(path, 'user'))).toBe('(it was taken)');
  });
});
