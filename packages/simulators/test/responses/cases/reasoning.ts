/** Reasoning that comes back: with the items it belongs to, and decryptable (OAR-008 … OAR-015). */
import { assistant, encrypted, output, thinkAndSay, user } from '../provider.ts';
import type { Case } from './case.ts';
import { again, ask, called, callIdOf, month, said, withoutId } from './requests.ts';

export const reasoningCases: readonly Case[] = [
  {
    rule: 'OAR-008',
    title: 'reasoning that a user follows',
    status: 400,
    path: 'input[1]',
    says: /^Item 'rs_[0-9a-f]{48}' of type 'reasoning' was provided without its required following item\.$/,
    breaks: (provider) => again([said(provider)[0]]),
    keeps: (provider) => again(said(provider)),
  },
  {
    rule: 'OAR-008',
    title: 'reasoning without its id that a user follows',
    status: 400,
    path: 'input[1]',
    says: /^Item 'rs_[0-9a-f]{48}' of type 'reasoning' was provided without its required following item\.$/,
    breaks: (provider) => again(said(provider).slice(0, 1).map(withoutId)),
    keeps: (provider) => again(said(provider).map(withoutId)),
  },
  {
    rule: 'OAR-008',
    title: 'reasoning before the output of other reasoning',
    status: 400,
    path: 'input[1]',
    says: /^Item 'rs_[0-9a-f]{48}' of type 'reasoning' was provided without its required following item\.$/,
    breaks: (provider) => again([said(provider)[0], ...said(provider)].filter((_, index) => index !== 1)),
    keeps: (provider) => again([...said(provider), ...said(provider)]),
  },
  {
    rule: 'OAR-009',
    title: 'a call with its id, but without its reasoning',
    status: 400,
    path: 'input[1]',
    says: /^Item 'fc_[0-9a-f]{48}' of type 'function_call' was provided without its required 'reasoning' item: 'rs_[0-9a-f]{48}'\.$/,
    breaks: (provider) => {
      const items = called(provider);
      return again([items[1], output(callIdOf(items))]);
    },
    keeps: (provider) => {
      const items = called(provider);
      return again([...items.slice(1).map(withoutId), output(callIdOf(items))]);
    },
  },
  {
    rule: 'OAR-009',
    title: 'a message with its id, but without its reasoning, to another model',
    status: 400,
    path: 'input[1]',
    says: /^Item 'msg_[0-9a-f]{48}' of type 'message' was provided without its required 'reasoning' item: 'rs_[0-9a-f]{48}'\.$/,
    breaks: (provider) => again(said(provider).slice(1), 'gpt-4.1', {}),
    keeps: (provider) => again(said(provider).slice(1).map(withoutId), 'gpt-4.1', {}),
  },
  {
    rule: 'OAR-010',
    title: 'reasoning only by id, of a response that was not stored',
    status: 404,
    path: 'input',
    says: /^Item with id 'rs_[0-9a-f]{48}' not found\. Items are not persisted when `store` is set to false\. Try again with `store` set to true, or remove this item from your input\.$/,
    breaks: (provider) => again(said(provider, 'gpt-5', { store: false })),
    keeps: (provider) => again(said(provider, 'gpt-5', {})),
  },
  {
    rule: 'OAR-010',
    title: 'a reference to an unknown item',
    status: 404,
    path: 'input',
    says: "Item with id 'rs_1' not found.",
    breaks: () => ask('gpt-5', [user('Hi'), { type: 'item_reference', id: 'rs_1' }]),
    keeps: (provider) =>
      again(
        said(provider, 'gpt-5', {}).map(({ id }) => ({ type: 'item_reference', id })),
        'gpt-5',
        {},
      ),
  },
  {
    rule: 'OAR-010',
    title: 'an expired reference',
    status: 404,
    path: 'input',
    says: /^Item with id 'rs_[0-9a-f]{48}' not found\.$/,
    breaks: (provider) => {
      const items = said(provider, 'gpt-5', {});
      provider.wait(month);
      return again(
        items.map(({ id }) => ({ type: 'item_reference', id })),
        'gpt-5',
        {},
      );
    },
    keeps: (provider) =>
      again(
        said(provider, 'gpt-5', {}).map(({ id }) => ({ id })),
        'gpt-5',
        {},
      ),
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content not made here',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'The encrypted content gAAA...DQ== could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    breaks: () =>
      again([
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAABkDQ==' },
        assistant('Hello', { id: 'msg_1' }),
      ]),
    keeps: (provider) => again(said(provider)),
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content of another account',
    status: 400,
    path: 'input[1].encrypted_content',
    says: /^The encrypted content gAAA\.\.\..{4} could not be verified\. Reason: Encrypted content could not be decrypted or parsed\.$/,
    breaks: (provider) => again(said(provider)),
    keeps: (provider) =>
      again(provider.ask({ model: 'gpt-5', input: 'Hi', ...encrypted }, thinkAndSay, provider.other).output),
    as: ({ other }) => other,
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content of another endpoint',
    status: 400,
    path: 'input[1].encrypted_content',
    says: /Encrypted content could not be decrypted or parsed\.$/,
    breaks: (provider) => again(said(provider)),
    keeps: (provider) =>
      again(provider.ask({ model: 'gpt-5', input: 'Hi', ...encrypted }, thinkAndSay, provider.elsewhere).output),
    as: ({ elsewhere }) => elsewhere,
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content of another model',
    status: 400,
    path: 'input[1].encrypted_content',
    says: /Encrypted content could not be decrypted or parsed\.$/,
    breaks: (provider) => again(said(provider, 'gpt-5.5')),
    keeps: (provider) => again(said(provider, 'gpt-5.5'), 'gpt-5.5'),
  },
  {
    rule: 'OAR-012',
    title: 'encrypted content under another id',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content item_id did not match the target item id.',
    breaks: (provider) => {
      const [reasoning, message] = said(provider);
      return again([{ ...reasoning, id: 'rs_1' }, message]);
    },
    keeps: (provider) => again(said(provider)),
  },
  {
    rule: 'OAR-013',
    title: 'encrypted content of OpenAI at Mantle',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'encrypted content missing recognized prefix (expected `rsn_` or `smry_`)',
    breaks: (provider) => again(said(provider, 'gpt-5.5'), 'mantle-gpt-5.5'),
    keeps: (provider) => again(said(provider, 'mantle-gpt-5.5'), 'mantle-gpt-5.5'),
  },
  {
    rule: 'OAR-014',
    title: 'encrypted content of another caller at a gateway',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'reasoning `encrypted_content` was not issued to this caller',
    breaks: (provider) => again(said(provider, 'zen-gpt-5.5'), 'zen-gpt-5.5'),
    keeps: (provider) =>
      again(
        provider.ask({ model: 'zen-gpt-5.5', input: 'Hi', ...encrypted }, thinkAndSay, provider.other).output,
        'zen-gpt-5.5',
      ),
    as: ({ other }) => other,
  },
  {
    rule: 'OAR-015',
    title: 'reasoning with content',
    status: 400,
    path: 'input[1].content',
    says: "Invalid 'input[1].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.",
    breaks: (provider) => again(said(provider, 'gpt-oss-120b')),
    keeps: (provider) => again(said(provider, 'gpt-oss-120b'), 'gpt-oss-120b'),
  },
  {
    rule: 'OAR-015',
    title: 'reasoning without a summary',
    status: 400,
    path: 'input[1].summary',
    says: "Missing required parameter: 'input[1].summary'.",
    breaks: (provider) => again(said(provider).map(({ summary: _, ...item }) => item)),
    keeps: (provider) => again(said(provider)),
  },
];
