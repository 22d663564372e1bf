// Lets this thread import TypeScript. Node 22.18 and 24 do so themselves; for Node 20, and for an installed package, whose
// files Node does not translate, tsx does.
export async function enableTypeScript() {
  const strips = process.features.typescript !== undefined && process.features.typescript !== false;
  if (strips && !import.meta.url.includes("/node_modules/")) return;
  const { register } = await import("tsx/esm/api");
  register();
}
