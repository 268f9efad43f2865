/** Commander's messages about invalid arguments, in the wording of all other messages. */
import { plainText } from '../print/plain-text.ts';

type Wording = (...parts: readonly string[]) => string;

const known: readonly (readonly [RegExp, Wording])[] = [
  [/^unknown option '(.+?)'$/s, (option) => `There is no option ${option}.`],
  [/^unknown command '(.+?)'$/s, (command) => `There is no command "${command}".`],
  [/^option '(.+?)' argument missing$/s, (flags) => `${nameOf(flags)} needs a value: ${longOf(flags)}`],
  [/^required option '(.+?)' not specified$/s, (flags) => `${longOf(flags)} is missing.`],
  [/^missing required argument '(.+?)'$/s, (argument) => `<${argument}> is missing.`],
  [
    /^option '(.+?)' argument '(.*)' is invalid\. Allowed choices are (.+)\.$/s,
    (flags, value, choices) => `${nameOf(flags)} cannot be "${value}". Use one of ${choices}.`,
  ],
  [
    /^option '(.+?)' argument '(.*)' is invalid\. (.+)$/s,
    (flags, value, why) => `${nameOf(flags)} cannot be "${value}". ${why}`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.+?)'\. Allowed choices are (.+)\.$/s,
    (value, argument, choices) => `<${argument}> cannot be "${value}". Use one of ${choices}.`,
  ],
  [
    /^too many arguments for '(.+?)'\. Expected (\d+) arguments? but got (\d+): (.+)\.$/s,
    (command, max, count, all) => `${command} takes ${countText(max)}, but got ${count}: ${all}.`,
  ],
];

/** `text`: as commander would print it. Unknown messages stay as they are. */
export function usageText(text: string): string {
  const [, message = '', suggestion] = /^error: (.*?)(?:\n\(Did you mean (.+)\?\))?\n*$/s.exec(text) ?? [
    undefined,
    text.trim(),
  ];
  for (const [form, wording] of known) {
    const found = form.exec(message);
    if (found !== null)
      return `${wording(...found.slice(1).map(plainText))}${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}\n`;
  }
  return `${plainText(message)}${suggestion === undefined ? '' : `\nDid you mean ${suggestion}?`}\n`;
}

/** `--model` of `-m, --model <target>`. */
function nameOf(flags: string | undefined): string {
  return longOf(flags).replace(/ .*$/s, '');
}

/** `--model <target>` of `-m, --model <target>`. */
function longOf(flags = ''): string {
  return flags.replace(/^-\w, /, '');
}

function countText(max: string | undefined): string {
  if (max === '0') return 'no argument';
  return max === '1' ? 'one argument' : `${max} arguments`;
}
