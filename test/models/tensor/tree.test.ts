import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TreeError } from "../../../data-schemas/errors.ts";
import { scalar } from "../../../models/tensor/host-array.ts";
import { comparePaths, entries, fromEntries, mapTree, type Tree, zipTrees } from "../../../models/tensor/tree.ts";

class Leaf {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

const name = fc.stringMatching(/^[a-z]{1,3}$/);
const tree: fc.Arbitrary<Tree<Leaf>> = fc.letrec<{ tree: Tree<Leaf> }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.nat().map((n) => new Leaf(n)),
    fc.dictionary(name, tie("tree"), { minKeys: 1, maxKeys: 3 }),
  ),
})).tree;

describe("trees", () => {
  it("fromEntries undoes entries", () => {
    fc.assert(
      fc.property(tree, (t) => {
        expect(fromEntries(entries<Leaf>(t))).toEqual(structuredLike(t));
      }),
    );
  });

  it("paths come sorted, whatever the order of keys", () => {
    const list = entries<Leaf>({ b: new Leaf(1), a: { z: new Leaf(2), c: new Leaf(3) }, "a-b": new Leaf(4) });
    expect(list.map(({ path }) => path)).toEqual(["a-b", "a.c", "a.z", "b"]);
  });

  it("mapTree keeps names and order", () => {
    fc.assert(
      fc.property(tree, (t) => {
        const doubled = mapTree(t, (leaf: Leaf) => new Leaf(2 * leaf.value));
        const pairs = zipTrees<Leaf, Leaf>("test", t, doubled as object);
        for (const { a, b } of pairs) expect(b.value).toBe(2 * a.value);
      }),
    );
  });

  it.each([
    ["a list", { a: [scalar(1)] }, '"a" is a list; expected a named array'],
    ["a number", { a: { b: 3 } }, '"a.b" is number; expected a named array'],
    ["null", { a: null }, '"a" is null'],
    ["a dotted name", { "a.b": scalar(1) }, 'name "a.b" under "": use letters, digits, _ and - only'],
  ])("refuses %s", (_, bad, message) => {
    expect(() => entries(bad)).toThrow(TreeError);
    expect(() => entries(bad)).toThrow(message);
  });

  it("comparePaths names what is missing and what is too many", () => {
    expect(() => comparePaths("params", ["a"], ["a", "b"])).toThrow('params: "b" is missing');
    expect(() => comparePaths("params", ["a", "b"], ["a"])).toThrow('params: "b" is not expected; known: a');
  });
});

/** Dictionaries of fast-check may lack a prototype; compare by structure. */
function structuredLike(t: Tree<Leaf>): unknown {
  if (t instanceof Leaf) return t;
  return Object.fromEntries(Object.entries(t).map(([key, child]) => [key, structuredLike(child)]));
}
