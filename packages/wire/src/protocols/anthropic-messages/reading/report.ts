/** Names something that could not be read: its place as a JSON path, and what is wrong with it. */
export type Report = (path: string, message: string) => void;
