/** A question of an MCP server at the prompt: whether to answer it, then field by field. */
import {
  type AskElicitation,
  checkField,
  type Elicitation,
  type ElicitationAnswer,
  type ElicitationField,
  type ElicitationValue,
} from '@interlock/runtime/mcp';
import { plainLine, plainText } from '../print/plain-text.ts';
import type { PickerItem } from '../terminal/picker-item.ts';

export interface ElicitationUi {
  chooseNext(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined>;
  /** A line typed at the prompt. Undefined: Esc. */
  askText(signal: AbortSignal): Promise<string | undefined>;
  say(text: string, level?: 'info' | 'warning'): void;
}

const decline: PickerItem = { name: 'Decline', note: 'the server is told that you declined' };
const answer: PickerItem = { name: 'Answer', note: 'what you enter goes to the server' };
const open: PickerItem = { name: 'Open the address', note: 'in the browser; check it first' };

/** `visit`: opens a URL that the user has agreed to. */
export function askingElicitations(ui: ElicitationUi, visit: (address: string) => void): AskElicitation {
  return async (server, elicitation, signal) => {
    const name = JSON.stringify(plainText(server));
    ui.say(`The MCP server ${name} asks: ${plainText(elicitation.message)}`);
    if (elicitation.mode === 'url') return visitAddress(ui, name, elicitation.url, visit);
    const isAnswered = await isChosen(ui, `Answer the MCP server ${name}?`, answer);
    if (isAnswered !== true) return refusal(isAnswered);
    return fillForm(ui, elicitation, signal);
  };
}

async function visitAddress(
  ui: ElicitationUi,
  name: string,
  address: string,
  visit: (address: string) => void,
): Promise<ElicitationAnswer> {
  ui.say(`It wants you to open ${plainLine(address)}`);
  const isAgreed = await isChosen(ui, `Open the address that the MCP server ${name} names?`, open);
  if (isAgreed !== true) return refusal(isAgreed);
  visit(address);
  return { action: 'accept' };
}

/** The question appears unexpectedly, so a stray Enter means no. */
async function isChosen(ui: ElicitationUi, title: string, yes: PickerItem): Promise<boolean | undefined> {
  const chosen = await ui.chooseNext(title, [decline, yes], 0);
  return chosen === undefined ? undefined : chosen === 1;
}

function refusal(isAnswered: false | undefined): ElicitationAnswer {
  return { action: isAnswered === undefined ? 'cancel' : 'decline' };
}

async function fillForm(
  ui: ElicitationUi,
  { fields }: Extract<Elicitation, { readonly mode: 'form' }>,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const content: Record<string, ElicitationValue> = {};
  for (const field of fields) {
    const filled = await fillField(ui, field, signal);
    if (filled === undefined) return { action: 'cancel' };
    if (filled.value !== undefined) content[field.name] = filled.value;
  }
  return { action: 'accept', content };
}

/** Undefined: Esc. */
async function fillField(
  ui: ElicitationUi,
  field: ElicitationField,
  signal: AbortSignal,
): Promise<{ readonly value: ElicitationValue | undefined } | undefined> {
  if (field.type === 'choice' || field.type === 'yes-no') return chooseValue(ui, field);
  for (;;) {
    ui.say(`${titleOf(field)}${hintOf(field)}`);
    const typed = await ui.askText(signal);
    if (typed === undefined) return undefined;
    const checked = checkField(field, typed);
    if (!('problem' in checked)) return checked;
    ui.say(plainText(checked.problem), 'warning');
  }
}

async function chooseValue(
  ui: ElicitationUi,
  field: Extract<ElicitationField, { readonly type: 'choice' | 'yes-no' }>,
): Promise<{ readonly value: ElicitationValue | undefined } | undefined> {
  const values =
    field.type === 'choice'
      ? field.choices.map(({ value, title }) => ({ value, title }))
      : [true, false].map((value) => ({ value, title: value ? 'Yes' : 'No' }));
  const skip = field.isRequired ? [] : [{ value: undefined, title: '(skip)' }];
  const all = [...values, ...skip];
  const items = all.map(({ title }) => ({ name: plainText(title), note: '' }));
  const defaults = all.findIndex(({ value }) => value === field.default);
  const chosen = all[(await ui.chooseNext(titleOf(field), items, Math.max(0, defaults))) ?? -1];
  return chosen === undefined ? undefined : { value: chosen.value };
}

function titleOf({ title, description }: ElicitationField): string {
  return plainText(description === '' ? title : `${title}: ${description}`);
}

function hintOf(field: ElicitationField): string {
  const choices =
    field.type === 'choices' ? [`separated by commas: ${field.choices.map(({ title }) => title).join(', ')}`] : [];
  const defaults = field.default === undefined ? [] : [`default: ${String(field.default)}`];
  const skip = field.isRequired || field.default !== undefined ? [] : ['optional'];
  const hints = [...choices, ...defaults, ...skip];
  return hints.length === 0 ? '' : plainText(` (${hints.join('; ')})`);
}
