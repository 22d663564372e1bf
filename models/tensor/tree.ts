/**
 * Trees of named arrays: parameters, batches, optimizer state, results.
 *
 * A leaf is a class instance (HostArray, Tensor, EngineArray); everything else is a plain object of names. Leaves are
 * always visited in the order of their dotted paths (`content.kernel`), so nothing depends on key order.
 */
import { TreeError } from "../../data-schemas/errors.ts";

export type Tree<Leaf> = Leaf | { readonly [name: string]: Tree<Leaf> };

/** The same names with another kind of leaf. */
export type Mapped<T, From, To> = T extends From ? To : { readonly [K in keyof T]: Mapped<T[K], From, To> };

export interface Entry<Leaf> {
  /** Names joined by dots; "" when the tree is a single leaf. */
  readonly path: string;
  readonly leaf: Leaf;
}

const NAME = /^(?!__proto__$|__metadata__$)[A-Za-z0-9_-]+$/;

function isBranch(node: unknown): node is Record<string, unknown> {
  if (node === null || typeof node !== "object") return false;
  const prototype = Object.getPrototypeOf(node);
  return prototype === Object.prototype || prototype === null;
}

/**
 * All leaves with their paths, sorted by path.
 * @throws {TreeError} A name holds a character that a path cannot, or a node is neither leaf nor plain object.
 */
export function entries<Leaf>(tree: object): Entry<Leaf>[] {
  const found: Entry<Leaf>[] = [];
  const visit = (node: unknown, path: string): void => {
    if (!isBranch(node)) {
      if (node === null || typeof node !== "object" || Array.isArray(node)) {
        const kind = Array.isArray(node) ? "a list" : node === null ? "null" : typeof node;
        throw new TreeError(`tree: "${path}" is ${kind}; expected a named array or an object of named arrays`);
      }
      found.push({ path, leaf: node as Leaf });
      return;
    }
    for (const name of Object.keys(node)) {
      if (!NAME.test(name)) {
        throw new TreeError(`tree: name "${name}" under "${path}": use letters, digits, _ and - only`);
      }
      visit(node[name], path === "" ? name : `${path}.${name}`);
    }
  };
  visit(tree, "");
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The tree that has these leaves; the inverse of `entries`.
 * @throws {TreeError} A path holds a name that cannot stand in one, or leads through another leaf.
 */
export function fromEntries<Leaf>(list: readonly Entry<Leaf>[]): Tree<Leaf> {
  if (list.length === 1 && list[0]!.path === "") return list[0]!.leaf;
  const root: Record<string, Tree<Leaf>> = {};
  for (const { path, leaf } of list) {
    const names = path.split(".");
    const bad = names.find((name) => !NAME.test(name));
    if (bad !== undefined)
      throw new TreeError(`tree: path "${path}" holds the name "${bad}", which cannot stand in one`);
    const last = names.pop()!;
    let branch = root;
    for (const name of names) {
      if (!Object.hasOwn(branch, name)) branch[name] = {};
      const next: unknown = branch[name];
      if (!isBranch(next)) throw new TreeError(`tree: path "${path}" leads through another array`);
      branch = next as Record<string, Tree<Leaf>>;
    }
    if (Object.hasOwn(branch, last)) throw new TreeError(`tree: path "${path}" stands for two things`);
    branch[last] = leaf;
  }
  return root;
}

/** Applies `change` to every leaf and keeps the names. */
export function mapTree<T extends object, From, To>(
  tree: T,
  change: (leaf: From, path: string) => To,
): Mapped<T, From, To> {
  const changed = entries<From>(tree).map(({ path, leaf }) => ({ path, leaf: change(leaf, path) }));
  return fromEntries(changed) as Mapped<T, From, To>;
}

/**
 * Refuses when two trees do not have the same names.
 * @throws {TreeError} A path is in one list only; the message names it.
 */
export function comparePaths(where: string, given: readonly string[], expected: readonly string[]): void {
  const missing = expected.find((path) => !given.includes(path));
  if (missing !== undefined) throw new TreeError(`${where}: "${missing}" is missing`);
  const extra = given.find((path) => !expected.includes(path));
  if (extra !== undefined) throw new TreeError(`${where}: "${extra}" is not expected; known: ${expected.join(", ")}`);
}

/**
 * Pairs the leaves of two trees by path, in order.
 * @throws {TreeError} The trees do not have the same names.
 */
export function zipTrees<A, B>(where: string, a: object, b: object): { path: string; a: A; b: B }[] {
  const [left, right] = [entries<A>(a), entries<B>(b)];
  comparePaths(
    where,
    right.map(({ path }) => path),
    left.map(({ path }) => path),
  );
  return left.map(({ path, leaf }, i) => ({ path, a: leaf, b: right[i]!.leaf }));
}
