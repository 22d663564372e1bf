/** By axis: cues of each pole, separated by |. */
export type CueTable = Readonly<Record<string, { readonly low: string; readonly high: string }>>;
