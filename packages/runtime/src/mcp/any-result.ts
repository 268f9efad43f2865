/** Accepts any result of a server: readers check the fields they use, so that one invalid field does not lose the rest. */

interface AnyResult {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
  };
}

/** In the form that the library requires (Standard Schema). */
export const anyResult: AnyResult = {
  '~standard': { version: 1, vendor: 'interlock', validate: (value) => ({ value }) },
};
