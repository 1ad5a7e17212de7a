/** Module hooks: anything that imports `typescript` gets the one inside ts-morph, whose path is given. */

let source = "";

export function initialize(tsMorph) {
  source = `
    import { createRequire } from "node:module";
    export default createRequire("file:///")(${JSON.stringify(tsMorph)}).ts;
  `;
}

export const resolve = (specifier, context, next) =>
  specifier === "typescript"
    ? { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
    : next(specifier, context);
