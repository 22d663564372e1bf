import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskPersonal } from "../../../pipelines/ingest/mask.ts";

describe("maskPersonal", () => {
  it.each([
    ["write to jane.doe+x@mail.example.org!", "write to [email]!"],
    ["see https://example.com/u/jane?x=1 now", "see [url] now"],
    ["www.example.cn/某人。好看", "[url]。好看"],
    ["patreon.com/jane is mine", "[url] is mine"],
    ["thanks @Jane_D and @读者小明，更新快", "thanks [handle] and [handle]，更新快"],
    ["call +86 138 0013 8000 ok", "call [number] ok"],
    ["加群 123456789 一起看", "加群 [contact] 一起看"],
    ["QQ：12345678", "QQ：[contact]"],
    ["vx: reader_jane", "vx: [contact]"],
    ["回复@小明123：好看", "回复[handle]：好看"],
    ["电话13800138000", "电话[number]"],
    ["13800138000加我", "[number]加我"],
    ["微信号abc12345", "微信号[contact]"],
  ])("%j", (text, masked) => {
    expect(maskPersonal(text)).toBe(masked);
  });

  it.each([
    "这章太水了",
    "Mr. Darcy is 28, worth 10,000 a year",
    "chapter 1234567 of 99",
    "2017-08-17",
    "a@b",
    "5@ 6",
    "v1.2.3",
  ])("leaves %j alone", (text) => {
    expect(maskPersonal(text)).toBe(text);
  });

  it("leaves no address of any form behind", () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.string(), (address, around) => {
        expect(maskPersonal(`${around} ${address} ${around}`)).not.toContain(address);
      }),
    );
  });
});
