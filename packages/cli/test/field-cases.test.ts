/**
 * Conversations that broke in public agents, rendered from the command line: each becomes a request for every provider. The tests of wire
 * and conformance judge the bodies. Here each conversation is tried with one or two providers; the long form tries all of them.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { share } from '../../../test/property/runs.ts';
import { providerNames } from '../src/target/provider-names.ts';
import { runCli } from './run-cli.ts';

const files = globSync(join(import.meta.dirname, '../../../fixtures/{field,reported}/*.json')).sort();

test('covers all field cases', () => {
  expect(files).toHaveLength(104 + 169);
});

test.each(providerNames.map((provider, at) => [provider, at] as const))('render --to %s', async (provider, at) => {
  for (const file of share(files, 16, at)) {
    const { code, stdout, stderr } = await runCli(['render', '--to', provider, file]);
    expect({ file, code, stderr }).toEqual({ file, code: 0, stderr: '' });
    expect(Object.keys(JSON.parse(stdout))).toEqual(['url', 'method', 'headers', 'body']);
  }
});

test('check finds no internal error, and reports the same as JSON and as text', async () => {
  for (const file of share(files, 4)) {
    const json = await runCli(['check', '--json', file]);
    const text = await runCli(['check', file]);
    const { ok, entries, findings } = JSON.parse(json.stdout);
    expect({ file, json: json.code, text: text.code }).toEqual({ file, json: ok ? 0 : 1, text: ok ? 0 : 1 });
    expect(entries).toBe(JSON.parse(readFileSync(file, 'utf8')).contents.length);
    expect(findings.filter(({ code }: { code: string }) => code === 'projection-fault')).toEqual([]);
    for (const { code } of findings) expect(text.stdout).toContain(code);
  }
});

test('every request body passes the check for its own target', async () => {
  for (const [at, provider] of providerNames.entries()) {
    for (const file of share(files, 16, at + 8)) {
      const rendered = await runCli(['render', '--to', provider, file, '--body', '--diagnostics']);
      const { protocol, model } = JSON.parse(rendered.stderr);
      const args = ['check', '--json', '--for', `${provider}/${model}`, '--from', protocol];
      const { findings } = JSON.parse((await runCli(args, { stdin: rendered.stdout })).stdout);
      const errors = findings.filter(({ severity }: { severity: string }) => severity === 'error');
      expect({ provider, file, errors }).toEqual({ provider, file, errors: [] });
    }
  }
});
