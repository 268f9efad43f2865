/** Takes any result of a server as it is: whoever reads it checks what it uses, so that one odd field does not cost the rest. */

interface AnyResult {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
  };
}

/** In the form that the library asks for (Standard Schema). */
export const anyResult: AnyResult = {
  '~standard': { version: 1, vendor: 'interlock', validate: (value) => ({ value }) },
};
