/** The downloadable verifier as `build/verifier-file.ts` made it. */
declare module "virtual:furlong-verifier-file" {
  export const verifierFile: {
    /** Hash of the whole file, 64 hex digits. */
    readonly sha256: string;
    readonly bytes: number;
  };
}
