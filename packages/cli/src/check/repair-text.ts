/** Describes a repair of rendering in one sentence, and how to fix the problem at the source. */
import type { DiagnosticEvent, SyntheticReason } from '@interlock/transcript';

export interface RepairText {
  readonly message: string;
  readonly fix?: string;
}

export function repairText(event: DiagnosticEvent): RepairText {
  switch (event.kind) {
    case 'identified':
      return {
        message: event.why === 'repeated' ? 'An earlier call has the same id.' : 'The call has no id.',
        fix: 'Give each call a unique id, and its result the same id.',
      };
    case 'reattributed':
      return {
        message: `A ${event.block} block of the speaker ${event.from} can only be sent as the ${event.to}'s.`,
        fix: 'Use the speaker "ai" for calls and thinking, and "tool" for results.',
      };
    case 'paired-by-position':
      return {
        message: 'The result names no call; by its position it belongs to this one.',
        fix: 'Set `callId` to the id of the call.',
      };
    case 'moved':
      return {
        message: `The result comes too ${event.direction}, at ${event.from}.`,
        fix: 'Put results right after the calls they answer.',
      };
    case 'deduplicated':
      return {
        message: `The call has another result, at ${event.kept}; only that one can be sent.`,
        fix: 'Keep one result for each call.',
      };
    case 'synthesized':
      if (event.reason !== 'lost') return { message: ordinaryEnds[event.reason] };
      return {
        message: `The call has no result; one has to be generated ("${event.reason}").`,
        fix: 'Add the result of the call.',
      };
    case 'orphan':
      return {
        message: `The result answers no call of this history; it is ${event.action.replaceAll('-', ' ')}.`,
        fix: 'Restore the call, or remove the result.',
      };
    case 'named':
      return { message: 'The call does not name its tool.', fix: 'Set `name` to the name of the tool.' };
    case 'arguments-reshaped':
      return {
        message: `The arguments are not an object but ${argumentsWere[event.was]}.`,
        fix: 'Set `parameters` to an object of arguments.',
      };
    default:
      return otherText(event);
  }
}

/** Ways in which a call ends without a result although nothing is wrong with the history. */
const ordinaryEnds: Readonly<Record<Exclude<SyntheticReason, 'lost'>, string>> = {
  denied: 'You denied this call. The model is told so.',
  cancelled: 'The call was cancelled before it started. The model is told so.',
  interrupted: 'The call was stopped while it ran. The model is told that it may have taken effect.',
  timeout: 'The call took too long and was stopped. The model is told so.',
};

type Other = Exclude<
  DiagnosticEvent['kind'],
  | 'identified'
  | 'reattributed'
  | 'paired-by-position'
  | 'moved'
  | 'deduplicated'
  | 'synthesized'
  | 'orphan'
  | 'named'
  | 'arguments-reshaped'
>;

function otherText(event: Extract<DiagnosticEvent, { readonly kind: Other }>): RepairText {
  switch (event.kind) {
    case 'value-made-safe':
      return {
        message: `The ${event.part === 'arguments' ? 'arguments contain' : 'result contains'} values that cannot be sent as they are.`,
        fix: 'Store plain JSON: no lone surrogates, no unbounded nesting.',
      };
    case 'text-made-safe':
      return { message: 'The text is not well-formed Unicode.', fix: 'Store text as well-formed Unicode strings.' };
    case 'result-shortened':
      return { message: `The result is too long: ${event.kept} of ${event.characters} characters are sent.` };
    case 'left-out':
      return { message: `Left out: ${event.what.replace('-', ' ')}.` };
    case 'thinking-left-out':
      return { message: `Thinking is left out (${event.why}): ${event.count}.` };
    case 'thinking-noted':
      return { message: `Thinking is sent as a note: ${event.count}.` };
    case 'seal-dropped':
      return { message: `A seal is dropped (${event.why}).` };
    case 'media-replaced':
      return { message: 'The media cannot be sent; a placeholder is sent instead.' };
    case 'attachment-moved':
      return { message: 'Content next to the results is sent with them.' };
    case 'completed-from-ledger':
      return { message: 'The result comes from the ledger.' };
    case 'prefix-changed':
      return { message: `Content that was already sent has changed (${event.cause}).` };
    case 'fell-back':
      return { message: 'Only a simplified rendering passed its own check.' };
  }
}

const argumentsWere = {
  text: 'JSON text',
  'broken-text': 'text that is not JSON',
  list: 'a list',
  scalar: 'a single value',
  nothing: 'nothing',
} as const;
