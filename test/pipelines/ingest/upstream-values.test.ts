import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseCount,
  parseDate,
  parsePythonList,
  plainText,
  textOrNull,
} from "../../../pipelines/ingest/upstream-values.ts";

describe("parseCount", () => {
  it.each([
    ["2,503", 2503],
    ["731.48万", 7_314_800],
    ["3396.67万", 33_966_700],
    ["1.2亿", 120_000_000],
    ["142.4M", 142_400_000],
    ["657.5K", 657_500],
    ["17周", 17],
    ["131 (26%)", 131],
    ["2,674 reviews", 2674],
    ["731 followers", 731],
    ["0", 0],
    ["4.33", 4.33],
    ["", null],
    ["null", null],
    ["n/a", null],
    ["-14", null],
    ["1.2.3", null],
    ["5 books", 5],
    ["3 members", 3],
    ["2 kudos", 2],
    ["12K views", 12_000],
    ["1e+05", null],
    ["12-34", null],
    [",", null],
  ])("%j is %j", (text, expected) => {
    expect(parseCount(text)).toBe(expected);
  });

  it("undoes grouping for every count", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), (n) => {
        expect(parseCount(n.toLocaleString("en-US"))).toBe(n);
      }),
    );
  });
});

describe("parseDate", () => {
  it.each([
    ["2017-11-01T07:29:35.000Z", "iso", "2017-11-01T07:29:35Z"],
    ["2020-05-10", "iso", "2020-05-10"],
    ["08/01/2024 12:22", "dayFirst", "2024-01-08T12:22:00"],
    ["2022/04/13", "slashes", "2022-04-13"],
    ["02-28-2023", "monthFirst", "2023-02-28"],
    ["First published January 11, 2024", "words", "2024-01-11"],
    ["Thu Aug 17 15:15:28 -0700 2017", "ctime", "2017-08-17T15:15:28-07:00"],
    ["02-30-2023", "monthFirst", null],
    ["2023-02-29", "iso", null],
    ["2024-02-29", "iso", "2024-02-29"],
    ["13/13/2024 12:22", "dayFirst", null],
    ["First published Foo 11, 2024", "words", null],
    ["", "iso", null],
    ["2022/04/13", "iso", null],
  ] as const)("%j as %s is %j", (text, form, expected) => {
    expect(parseDate(text, form)).toBe(expected);
  });
});

describe("parsePythonList", () => {
  it.each([
    ["['action', 'xianxia']", ["action", "xianxia"]],
    ["[1, 2]", ["1", "2"]],
    ["[]", []],
    [`["it's", 'a, b']`, ["it's", "a, b"]],
    [String.raw`['it\'s']`, ["it's"]],
    ["", null],
    ["nan", null],
    ["['a'", null],
    ["['a' 'b']", null],
    ["[None, 'a', nan]", ["a"]],
    [String.raw`['\u4e2d\xe9\n']`, ["中é\n"]],
  ])("%j is %j", (text, expected) => {
    expect(parsePythonList(text)).toEqual(expected);
  });
});

it("textOrNull knows how tables write nothing", () => {
  for (const text of ["", "  ", "NaN", "nan", "None", "NULL"]) expect(textOrNull(text)).toBeNull();
  expect(textOrNull(" a ")).toBe("a");
});

it("plainText keeps words and line breaks, drops tags, decodes entities", () => {
  expect(plainText("A &amp; B<br/><i>c</i> &#39;d&#x27; &unknown; 1 < 2")).toBe("A & B\nc 'd' &unknown; 1 < 2");
  expect(plainText("I <3 this <!-- a\nb --><b class='x'>a < b</b> and c > d")).toBe("I <3 this a < b and c > d");
});
