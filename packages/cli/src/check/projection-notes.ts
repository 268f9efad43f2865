/** Notes about what shaping a history for a target changed, one for each kind of change. */
import type { RequestDiagnostics } from '@interlock/wire';
import type { Finding } from './finding.ts';

export interface ProjectionNote extends Omit<Finding, 'at'> {
  readonly rule?: string;
}

export function projectionNotes(diagnostics: RequestDiagnostics): readonly ProjectionNote[] {
  const { names, settings, faults } = diagnostics;
  return [
    ...names.map(({ name, projected }) => note('name', `The tool ${quoted(name)} is called ${quoted(projected)}.`)),
    ...sealNotes(diagnostics),
    ...mediaNotes(diagnostics),
    ...settings.map(({ setting, why }) => note('setting', `\`${setting}\` is left out or changed: ${why}.`)),
    // We can repair it, but the answer may suffer: a simplified request was sent.
    ...faults.map(({ rule, path }) => ({
      severity: 'warning' as const,
      code: 'projection-fault',
      message: `Only a simplified request passed Interlock's own check (${path} in the request).`,
      fix: 'Report it with the history, if you can.',
      rule,
    })),
  ];
}

function note(code: string, message: string): ProjectionNote {
  return { severity: 'note', code, message };
}

const sealReasons = {
  'other-origin': 'it belongs to another model, endpoint or account',
  'not-taken': 'the target takes none there',
  'prefix-changed': 'the content before it has changed',
  incomplete: 'it is incomplete',
  edited: 'the content it covers is not sent unchanged',
} as const;

function sealNotes({ seals }: RequestDiagnostics): readonly ProjectionNote[] {
  const dropped = seals.filter(({ outcome }) => outcome === 'dropped');
  const texts = dropped.map(({ block, why }) => `Seal of ${block} dropped: ${sealReasons[why ?? 'incomplete']}`);
  return counted('seal', texts);
}

function mediaNotes({ media }: RequestDiagnostics): readonly ProjectionNote[] {
  const texts = media.map(({ outcome }) =>
    outcome === 'moved' ? 'Media moved out of a tool result' : 'Media replaced by a placeholder',
  );
  return counted('media', texts);
}

/** Each text once, with its count. */
function counted(code: string, texts: readonly string[]): readonly ProjectionNote[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => note(code, count === 1 ? `${text}.` : `${text} (${count} times).`));
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
