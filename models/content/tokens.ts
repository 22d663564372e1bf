/** Chinese characters and words of other scripts, in their order: what agents' states and selected texts are counted in. */
export function tokensOf(text: string): string[] {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
}
