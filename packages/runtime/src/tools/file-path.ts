/** The argument of every tool that takes one file. */
import Type, { type TString } from 'typebox';

export const filePath: TString = Type.String({
  description: 'Path of the file, absolute or relative to the workspace.',
});
