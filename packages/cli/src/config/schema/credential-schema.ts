/** The schema of a credential: the source of a key. */
import type { CredentialSource } from '@interlock/runtime';
import { type Static, type TString, type TUnsafe, Type } from 'typebox';
import { closed, milliseconds, wholeNumber } from './forms.ts';
import { type Plain, proven, type Same } from './same-type.ts';

const schema = Type.Union(
  [
    closed({
      env: Type.String({ minLength: 1, description: 'The environment variable that holds the key.' }),
      account: Type.Optional(account()),
    }),
    closed({
      file: Type.String({ minLength: 1, description: 'The file whose first line is the key; ~/ is the home folder.' }),
      account: Type.Optional(account()),
    }),
    closed({
      command: Type.String({ minLength: 1, description: 'The command that prints the key.' }),
      ttlMs: Type.Optional(milliseconds('Run it again after this many milliseconds.')),
      account: Type.Optional(account()),
    }),
    closed({
      token: Type.String({ minLength: 1, description: 'A token that expires. Only in your own file.' }),
      refresh: Type.String({ minLength: 1, description: 'The command that prints the next token.' }),
      expires: Type.Optional(wholeNumber('When it expires, in milliseconds since 1970.', 0)),
      account: Type.Optional(account()),
    }),
    closed({
      key: Type.String({ minLength: 1, description: 'The key itself. Only in your own file; a variable is better.' }),
      account: Type.Optional(account()),
    }),
  ],
  { description: 'Where a key comes from: exactly one of env, file, command, token, key.' },
);

function account(): TString {
  return Type.String({ minLength: 1, maxLength: 200, description: 'A name for it, shown in place of the secret.' });
}

export const credentialSchema: TUnsafe<CredentialSource> = Type.Unsafe<CredentialSource>(schema);

/** Does not compile when the two disagree. */
export const agreesWithCredentials: true = proven<Same<Plain<Static<typeof schema>>, Plain<CredentialSource>>>();
