/** Where and why a part of a request could not be read. */
export type Report = (path: string, message: string) => void;
