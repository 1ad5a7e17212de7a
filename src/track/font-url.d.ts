/** A font as a file of the build; see `track-fonts.ts`. */
declare module "*.woff2?url" {
  const url: string;
  // oxlint-disable-next-line import/no-default-export -- the bundler exports the URL so
  export default url;
}
