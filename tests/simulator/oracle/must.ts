/** Records a broken rule; the text begins with its id. */
export type Must = (holds: boolean, otherwise: string) => void;
